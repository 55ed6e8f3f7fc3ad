// A board in space: bodies on a wooden slab, drawn only when something has changed.
// Lengths are in places of the board; x to the right, y up, z towards the first player.
import {
  CircleGeometry,
  CylinderGeometry,
  DirectionalLight,
  ExtrudeGeometry,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Path,
  PCFShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  PMREMGenerator,
  RingGeometry,
  Scene,
  Shape,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  Vector3,
  WebGLRenderer,
  type BufferGeometry,
  type Material,
  type Object3D,
} from 'three';
import { RoomEnvironment } from 'three/examples/jsm/environments/RoomEnvironment.js';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';
import { shapeOf } from '../quarto';
import { hollow, letter, sign, stone, themed, wood } from './textures';

/** A piece, or what lies flat on the slab: a letter of the coordinates, or a ring that marks a place. */
export type Look =
  | { marble: 0 | 1; light: boolean }
  | { tower: string }
  | { letter: string }
  | { ring: 'last' | 'best'; strength: number };

export interface Body {
  id: string | number;
  look: Look;
  x: number;
  y: number;
  z: number;
  scale: number;
  ghost?: boolean;
}

export interface Ground {
  width: number;
  depth: number;
  dents: { x: number; z: number }[];
  dent: number; // radius
}

export interface Seen {
  x: number; // pixels
  y: number;
  size: number; // pixels of one place at this distance
  near: number; // the nearer, the greater
}

interface Flight {
  from: Vector3;
  to: Vector3;
  fromScale: number;
  toScale: number;
  begun: number;
  hop: number;
}

const FLIGHT = 480; // milliseconds
const HEIGHT = 0.85; // of a tower

export class Space {
  #renderer: WebGLRenderer;
  #scene = new Scene();
  #camera = new PerspectiveCamera(32, 1, 0.1, 100);
  #bodies = new Map<string | number, Object3D>();
  #flights = new Map<Object3D, Flight>();
  #signs: { sprite: Sprite; body: Object3D }[] = [];
  #materials: Record<string, Material> = {};
  #turn = 0; // around the board
  #rise = 0.82; // above the horizon
  #asked = 0;
  #width = 1;
  #height = 1;

  constructor(
    private canvas: HTMLCanvasElement,
    private ground: Ground,
    private reach: number, // what is to be seen around the middle
    private drawn: () => void,
  ) {
    this.#renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true });
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#makeMaterials();
    this.#makeLights();
    this.#makeGround();
  }

  #makeMaterials(): void {
    const polished = (base: string, vein: string) =>
      new MeshStandardMaterial({ map: stone(base, vein), roughness: 0.22, envMapIntensity: 1.4 });
    this.#materials = {
      light: polished('#f3e6cc', '#9c7a45'),
      dark: polished('#463027', '#d8b797'),
      lightWood: new MeshStandardMaterial({ map: wood('#f3e2bd', '#a67c43'), roughness: 0.5 }),
      darkWood: new MeshStandardMaterial({ map: wood('#573a2b', '#20110a'), roughness: 0.5 }),
      board: new MeshStandardMaterial({
        map: wood(themed(this.canvas, '--board-wood'), themed(this.canvas, '--board-wood-deep')),
        roughness: 0.6,
      }),
      dent: new MeshStandardMaterial({ map: hollow(), transparent: true, roughness: 0.9 }),
      hole: new MeshStandardMaterial({ color: '#2a1a10', roughness: 0.95 }),
      ring: new SpriteMaterial({ map: sign(0, '#8f6c3a'), transparent: true }),
      ringPale: new SpriteMaterial({ map: sign(0, '#ecd9bd'), transparent: true }),
      diamond: new SpriteMaterial({ map: sign(1, '#ecd9bd'), transparent: true }),
    };
  }

  #makeLights(): void {
    const room = new PMREMGenerator(this.#renderer);
    this.#scene.environment = room.fromScene(new RoomEnvironment(), 0.04).texture;
    this.#scene.environmentIntensity = 0.38;
    room.dispose();
    this.#scene.add(new HemisphereLight('#ffffff', '#8a6a45', 0.25));
    const sun = new DirectionalLight('#fff1da', 1.75);
    sun.position.set(-4, 9, 5);
    sun.castShadow = true;
    sun.shadow.mapSize.set(1024, 1024);
    const around = this.reach + 1;
    Object.assign(sun.shadow.camera, { left: -around, right: around, top: around, bottom: -around, near: 1, far: 25 });
    sun.shadow.bias = -0.0006;
    sun.shadow.normalBias = 0.02;
    sun.shadow.radius = 4;
    this.#scene.add(sun);
  }

  #makeGround(): void {
    const { width, depth, dents, dent } = this.ground;
    const slab = new Mesh(new RoundedBoxGeometry(width, 0.36, depth, 4, 0.14), this.#materials.board);
    slab.position.y = -0.18;
    slab.receiveShadow = slab.castShadow = true;
    this.#scene.add(slab);
    for (const { x, z } of dents) {
      const disc = new Mesh(new CircleGeometry(dent, 40), this.#materials.dent);
      disc.rotation.x = -Math.PI / 2;
      disc.position.set(x, 0.004, z);
      disc.receiveShadow = true;
      this.#scene.add(disc);
    }
  }

  #make({ look, ghost }: Body): Object3D {
    if ('letter' in look) return this.#letter(look.letter);
    if ('ring' in look) return this.#ring(look.ring, look.strength);
    const object = 'tower' in look ? this.#tower(look.tower) : this.#marble(look.marble, look.light);
    object.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      part.castShadow = !ghost;
      part.receiveShadow = true;
      if (ghost) {
        part.material = (part.material as Material).clone();
        Object.assign(part.material, { transparent: true, opacity: 0.5 });
      }
    });
    return object;
  }

  #marble(player: 0 | 1, light: boolean): Object3D {
    const group = new Group();
    const ball = new Mesh(new SphereGeometry(0.49, 36, 24), this.#materials[light ? 'light' : 'dark']);
    ball.rotation.set(Math.random() * 6, Math.random() * 6, 0);
    const marked = player === 1 ? 'diamond' : light ? 'ring' : 'ringPale';
    const sprite = new Sprite(this.#materials[marked] as SpriteMaterial);
    sprite.scale.setScalar(0.44);
    group.add(ball, sprite);
    this.#signs.push({ sprite, body: group });
    return group;
  }

  #letter(text: string): Object3D {
    const ink = () => letter(text, themed(this.canvas, '--board-ink'));
    const material = (this.#materials[`letter ${text}`] ??= new MeshBasicMaterial({ map: ink(), transparent: true }));
    return flat(new PlaneGeometry(0.34, 0.34), material);
  }

  #ring(what: 'last' | 'best', strength: number): Object3D {
    const color = themed(this.canvas, what === 'last' ? '--board-last' : '--board-arrow');
    const name = `ring ${what} ${strength}`;
    const material = (this.#materials[name] ??= new MeshBasicMaterial({ color, transparent: true, opacity: strength }));
    return flat(new RingGeometry(0.41, 0.48, 48), material);
  }

  /** A tower stands on the slab: the upper part of a hollow one has a hole. */
  #tower(piece: string): Object3D {
    const { wide, round, light, solid } = shapeOf(piece);
    const group = new Group();
    const half = wide ? 0.31 : 0.19;
    const material = this.#materials[light ? 'lightWood' : 'darkWood']!;
    const outline = round ? circle(half) : square(half * 1.06);
    const bevel = { bevelEnabled: true, bevelSize: 0.015, bevelThickness: 0.015, bevelSegments: 2, curveSegments: 36 };
    const add = (shape: Shape, from: number, to: number, paint: Material) => {
      const part = new Mesh(new ExtrudeGeometry(shape, { depth: to - from, ...bevel }), paint);
      part.rotation.x = -Math.PI / 2;
      part.position.y = from;
      group.add(part);
    };
    if (solid) add(outline, 0.02, HEIGHT, material);
    else {
      add(outline, 0.02, HEIGHT * 0.72, material);
      const rim = round ? circle(half) : square(half * 1.06);
      rim.holes.push(round ? circle(half * 0.58, true) : square(half * 0.6, true));
      add(rim, HEIGHT * 0.72, HEIGHT, material);
      const floor = new Mesh(
        new CylinderGeometry(half * 0.62, half * 0.62, 0.01, round ? 36 : 4),
        this.#materials.hole,
      );
      floor.position.y = HEIGHT * 0.745;
      group.add(floor);
    }
    group.rotation.y = round ? 0 : Math.PI / 9;
    return group;
  }

  /** Show these bodies, and no others; those that are known glide to their new places. */
  show(bodies: Body[], still: boolean): void {
    const wanted = new Set(bodies.map(({ id }) => id));
    for (const [id, object] of this.#bodies) if (!wanted.has(id)) this.#remove(id, object);
    for (const body of bodies) {
      const to = new Vector3(body.x, body.y, body.z);
      const known = this.#bodies.get(body.id);
      if (!known) {
        const object = this.#make(body);
        object.position.copy(to);
        object.scale.setScalar(body.scale);
        this.#bodies.set(body.id, object);
        this.#scene.add(object);
        continue;
      }
      const goal = this.#flights.get(known)?.to ?? known.position;
      if (goal.distanceTo(to) < 1e-4) continue;
      const from = known.position.clone();
      const lies = 'letter' in body.look || 'ring' in body.look;
      const hop = !lies && from.distanceTo(to) > 0.3 ? 0.5 + 0.15 * from.distanceTo(to) : 0;
      const flight = { from, to, fromScale: known.scale.x, toScale: body.scale, begun: performance.now(), hop };
      this.#flights.set(known, still ? { ...flight, begun: -Infinity } : flight);
    }
    this.ask();
  }

  #remove(id: string | number, object: Object3D): void {
    this.#scene.remove(object);
    this.#bodies.delete(id);
    this.#flights.delete(object);
    this.#signs = this.#signs.filter(({ body }) => body !== object);
    object.traverse((part) => part instanceof Mesh && part.geometry.dispose());
  }

  resize(width: number, height: number): void {
    [this.#width, this.#height] = [width, height];
    this.#renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.ask();
  }

  orbit(across: number, down: number): void {
    this.#turn -= across * 0.008;
    this.#rise = Math.min(1.5, Math.max(0.25, this.#rise + down * 0.006));
    this.ask();
  }

  /** Where a point is seen. */
  see(x: number, y: number, z: number): Seen {
    const point = new Vector3(x, y, z);
    const away = this.#camera.position.distanceTo(point);
    const size = this.#height / (2 * Math.tan((this.#camera.fov * Math.PI) / 360) * away);
    point.project(this.#camera);
    return { x: ((point.x + 1) / 2) * this.#width, y: ((1 - point.y) / 2) * this.#height, size, near: -away };
  }

  /** Have the next frame drawn. */
  ask(): void {
    if (!this.#asked) this.#asked = requestAnimationFrame(this.#frame);
  }

  #frame = () => {
    this.#asked = 0;
    this.#fly();
    const fit = Math.tan((this.#camera.fov * Math.PI) / 360) * Math.min(1, this.#camera.aspect);
    const away = this.reach / fit;
    this.#camera.position.set(
      away * Math.cos(this.#rise) * Math.sin(this.#turn),
      away * Math.sin(this.#rise),
      away * Math.cos(this.#rise) * Math.cos(this.#turn),
    );
    this.#camera.lookAt(0, 0.1, 0);
    this.#camera.updateProjectionMatrix();
    this.#camera.updateMatrixWorld();
    for (const { sprite, body } of this.#signs) {
      const towards = this.#camera.position.clone().sub(body.position).normalize();
      sprite.position.copy(towards.multiplyScalar(0.55));
    }
    this.#renderer.render(this.#scene, this.#camera);
    this.drawn();
    if (this.#flights.size) this.ask();
  };

  #fly(): void {
    const now = performance.now();
    for (const [object, { from, to, fromScale, toScale, begun, hop }] of this.#flights) {
      const time = Math.min(1, (now - begun) / FLIGHT);
      const eased = time < 0.5 ? 4 * time ** 3 : 1 - (2 - 2 * time) ** 3 / 2;
      object.position.lerpVectors(from, to, eased);
      object.position.y += hop * 4 * eased * (1 - eased);
      object.scale.setScalar(fromScale + (toScale - fromScale) * eased);
      if (time >= 1) this.#flights.delete(object);
    }
  }

  dispose(): void {
    cancelAnimationFrame(this.#asked);
    for (const material of Object.values(this.#materials)) {
      (material as MeshStandardMaterial).map?.dispose();
      material.dispose();
    }
    this.#scene.traverse((part) => part instanceof Mesh && part.geometry.dispose());
    this.#scene.environment?.dispose();
    this.#renderer.dispose();
  }
}

/** A thing that lies on the slab. */
function flat(shape: BufferGeometry, paint: Material): Object3D {
  const [group, mesh] = [new Group(), new Mesh(shape, paint)];
  mesh.rotation.x = -Math.PI / 2;
  mesh.position.y = 0.012; // above the dents
  return group.add(mesh);
}

function circle(radius: number, hole: true): Path;
function circle(radius: number): Shape;
function circle(radius: number, hole = false): Path | Shape {
  return (hole ? new Path() : new Shape()).absarc(0, 0, radius, 0, 2 * Math.PI, hole);
}

function square(half: number, hole: true): Path;
function square(half: number): Shape;
function square(half: number, hole = false): Path | Shape {
  const path = hole ? new Path() : new Shape();
  return path.moveTo(-half, -half).lineTo(half, -half).lineTo(half, half).lineTo(-half, half).closePath() as
    Path | Shape;
}
