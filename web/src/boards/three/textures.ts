// Wood and stone painted on canvases: nothing is fetched.
import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from 'three';

function painted(size: number, paint: (pen: CanvasRenderingContext2D, random: () => number) => void): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  let seed = 12345; // the same grain every time
  paint(canvas.getContext('2d')!, () => (seed = (seed * 16807) % 2147483647) / 2147483647);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.anisotropy = 4;
  return texture;
}

export const wood = (base: string, grain: string) =>
  painted(512, (pen, random) => {
    pen.fillStyle = base;
    pen.fillRect(0, 0, 512, 512);
    pen.strokeStyle = grain;
    for (let y = 0; y < 512; y += 5 + random() * 12) {
      pen.globalAlpha = 0.08 + random() * 0.22;
      pen.lineWidth = 0.8 + random() * 2.2;
      pen.beginPath();
      pen.moveTo(0, y);
      const bend = 8 * (random() - 0.5);
      pen.bezierCurveTo(170, y + bend, 340, y - bend, 512, y);
      pen.stroke();
    }
  });

export const stone = (base: string, vein: string) =>
  painted(256, (pen, random) => {
    pen.fillStyle = base;
    pen.fillRect(0, 0, 256, 256);
    pen.strokeStyle = vein;
    for (let count = 0; count < 16; count++) {
      pen.globalAlpha = 0.12 + random() * 0.3;
      pen.lineWidth = 0.6 + random() * 2.4;
      pen.beginPath();
      let [x, y] = [random() * 256, random() * 256];
      pen.moveTo(x, y);
      for (let step = 0; step < 6; step++) {
        x += (random() - 0.3) * 60;
        y += (random() - 0.5) * 60;
        pen.lineTo(x, y);
      }
      pen.stroke();
    }
  });

/** A hollow in the wood: dark where the light does not reach. */
export const hollow = () =>
  painted(128, (pen) => {
    const shade = pen.createRadialGradient(70, 84, 6, 64, 64, 63);
    shade.addColorStop(0, 'rgb(60 34 10 / 0.18)');
    shade.addColorStop(0.75, 'rgb(50 27 8 / 0.5)');
    shade.addColorStop(0.97, 'rgb(40 20 5 / 0.72)');
    shade.addColorStop(1, 'rgb(40 20 5 / 0)');
    pen.fillStyle = shade;
    pen.fillRect(0, 0, 128, 128);
  });

/** A colour of the page's theme, as it is beside this element. */
export function themed(element: HTMLElement, name: string): string {
  const probe = document.createElement('i'); // a new one: on an old one the colour may change little by little
  probe.style.color = `var(${name})`;
  element.after(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A letter of the coordinates. */
export const letter = (text: string, colour: string) =>
  painted(64, (pen) => {
    pen.fillStyle = colour;
    pen.globalAlpha = 0.8;
    pen.font = '600 46px system-ui, sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(text, 32, 34);
  });

/** The sign of a player, as on the flat boards: a ring or a diamond. */
export const sign = (player: number, colour: string) =>
  painted(64, (pen) => {
    pen.strokeStyle = colour;
    pen.lineWidth = 6;
    pen.beginPath();
    if (player === 0) pen.arc(32, 32, 18, 0, 2 * Math.PI);
    else
      for (const [x, y] of [
        [32, 10],
        [51, 32],
        [32, 54],
        [13, 32],
        [32, 10],
      ] as const)
        pen.lineTo(x, y);
    pen.stroke();
  });
