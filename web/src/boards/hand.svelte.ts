// How people reach a board: hovering, clicking, tapping, dragging, and keys.
//
// A board lays out spots (a place with an id, drawn by Spot.svelte) and is told on which of them
// something happens.  One spot has the focus; arrow keys carry it to the nearest one in their direction.
// A mouse shows what a click would do before it clicks; a finger cannot, so that where spots are small its first tap
// shows it and the second one does it.

export interface Place {
  id: string;
  x: number;
  y: number;
}

export type Means = 'mouse' | 'touch';

interface Wishes {
  places: () => Place[]; // where the focus may go
  first?: () => string | undefined; // where it is to begin with
  act: (id: string) => void; // clicked, tapped, or Enter
  twice?: (id: string) => boolean; // a finger's first tap shows it, the second does it
  cancel?: () => void; // Escape
  draggable?: (id: string) => boolean;
  drop?: (from: string, to: string | null) => void;
  locate?: (x: number, y: number, means: Means) => string | null; // instead of the spot under the pointer
}

interface Drag {
  from: string;
  startX: number;
  startY: number;
  x: number;
  y: number;
}

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const DRAG_DISTANCE = 7; // pixels: below it a press is a click

/** The place that an arrow key leads to: near, and rather straight ahead than aside. */
export function neighbour(places: Place[], from: string, key: string): string | null {
  const direction = DIRECTIONS[key];
  const start = places.find((place) => place.id === from);
  if (!direction || !start) return null;
  let best: string | null = null;
  let least = Infinity;
  for (const place of places) {
    const [dx, dy] = [place.x - start.x, place.y - start.y];
    const ahead = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1] + dy * direction[0]);
    if (ahead < 1 || aside > 2 * ahead) continue;
    const cost = ahead + 2 * aside;
    if (cost < least - 0.01) [best, least] = [place.id, cost];
  }
  return best;
}

function nearest(places: Place[], { x, y }: Place): Place | undefined {
  const away = (place: Place) => Math.hypot(place.x - x, place.y - y);
  return places.reduce<Place | undefined>(
    (best, place) => (best && away(best) <= away(place) ? best : place),
    undefined,
  );
}

export class Hand {
  drag = $state<Drag | null>(null);
  touching = $state(matchMedia('(pointer: coarse)').matches); // the last pointer was a finger
  pending = $state<string | null>(null); // what a first tap has shown
  #hovered = $state<string | null>(null);
  #focused = $state<string | null>(null);
  #kept = $state<string | null>(null); // the spot that Tab comes back to
  #keptAt: Place | undefined; // where that was, should it go
  #svg: SVGSVGElement | null = null;
  #press: { id: string; x: number; y: number } | null = null;
  #means: Means = 'mouse';
  #dragged = false; // the click that ends a drag is none

  constructor(private wishes: Wishes) {
    $effect.pre(() => {
      if (this.pending !== null && !this.wishes.twice?.(this.pending)) this.pending = null;
    });
  }

  /** The spot that the pointer or the focus is on, or that a first tap was on. */
  get hot(): string | null {
    return this.#hovered ?? this.#focused ?? this.pending;
  }

  /** Do what a first tap has shown. */
  confirm = () => {
    if (this.pending !== null) this.#act(this.pending);
  };

  cancel = () => {
    this.pending = null;
    this.wishes.cancel?.();
  };

  #act(id: string): void {
    this.pending = null;
    this.wishes.act(id);
  }

  /** The spot that Tab comes to. */
  current: string | undefined = $derived.by(() => {
    const places = this.wishes.places();
    const known = (id: string | null | undefined) => id != null && places.some((place) => place.id === id);
    if (known(this.#kept)) return this.#kept!;
    if (this.#keptAt) return nearest(places, this.#keptAt)?.id;
    const first = this.wishes.first?.();
    return known(first) ? first : places[0]?.id;
  });

  tabindex(id: string): 0 | -1 {
    return id === this.current ? 0 : -1;
  }

  focus(id: string): void {
    this.#kept = id;
    this.#svg?.querySelector<SVGElement>(`[data-spot="${id}"]`)?.focus();
  }

  /** From pixels of the window to units of the drawing. */
  #point(event: { clientX: number; clientY: number }): { x: number; y: number } {
    const matrix = this.#svg?.getScreenCTM()?.inverse();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix) : { x: 0, y: 0 };
  }

  #spotAt(event: { clientX: number; clientY: number; target: EventTarget | null }, looked = false): string | null {
    const element = looked ? document.elementFromPoint(event.clientX, event.clientY) : (event.target as Element | null);
    const spot = element?.closest<SVGElement>('[data-spot]');
    if (this.wishes.locate && (!spot || !spot.hasAttribute('data-exact'))) {
      const { x, y } = this.#point(event);
      return this.wishes.locate(x, y, this.#means);
    }
    return spot && this.#svg?.contains(spot) ? spot.getAttribute('data-spot') : null;
  }

  attach = (svg: SVGSVGElement) => {
    this.#svg = svg;
    const life = new AbortController();
    const { signal } = life;
    svg.addEventListener('pointermove', this.#hover, { signal });
    svg.addEventListener('pointerleave', () => (this.#hovered = null), { signal });
    svg.addEventListener('pointerdown', this.#down, { signal });
    svg.addEventListener('click', this.#click, { signal });
    svg.addEventListener('keydown', this.#key, { signal });
    const around = svg.parentElement!; // a drawing that listens for focus can be focused itself
    around.addEventListener('focusin', this.#focusin, { signal });
    around.addEventListener('focusout', this.#focusout, { signal });
    window.addEventListener('pointermove', this.#move, { signal });
    window.addEventListener('pointerup', this.#up, { signal });
    window.addEventListener('pointercancel', this.#abort, { signal });
    return () => life.abort();
  };

  #hover = (event: PointerEvent) => {
    if (this.drag || event.pointerType === 'touch') return;
    this.#means = 'mouse';
    this.#hovered = this.#spotAt(event);
  };

  #focusin = (event: FocusEvent) => {
    const spot = (event.target as Element).closest('[data-spot]');
    if (!spot) return;
    this.#kept = spot.getAttribute('data-spot');
    this.#keptAt = this.wishes.places().find((place) => place.id === this.#kept);
    this.#focused = spot.matches(':focus-visible') ? this.#kept : null;
  };

  // Later, for this happens also while the spot is being removed: then the focus goes to what is near.
  #focusout = (event: FocusEvent) => {
    const spot = event.target as SVGElement;
    queueMicrotask(() => {
      if (this.#svg?.contains(document.activeElement)) return;
      this.#focused = null;
      if (!spot.isConnected && document.activeElement === document.body && this.current) this.focus(this.current);
    });
  };

  #down = (event: PointerEvent) => {
    this.#means = event.pointerType === 'touch' ? 'touch' : 'mouse';
    this.touching = this.#means === 'touch';
    this.#dragged = false;
    const id = this.#spotAt(event);
    if (id !== null && event.button === 0 && this.wishes.draggable?.(id))
      this.#press = { id, x: event.clientX, y: event.clientY };
  };

  #move = (event: PointerEvent) => {
    if (!this.#press) return;
    if (!this.drag && Math.hypot(event.clientX - this.#press.x, event.clientY - this.#press.y) < DRAG_DISTANCE) return;
    const { x, y } = this.#point(event);
    const start = this.#point({ clientX: this.#press.x, clientY: this.#press.y });
    this.drag = { from: this.#press.id, startX: start.x, startY: start.y, x, y };
    this.#hovered = this.#spotAt(event, true);
  };

  #up = (event: PointerEvent) => {
    this.#press = null;
    if (!this.drag) return;
    this.#dragged = true;
    this.wishes.drop?.(this.drag.from, this.#spotAt(event, true));
    this.drag = null;
    if (event.pointerType === 'touch') this.#hovered = null;
  };

  #abort = () => {
    this.#press = null;
    this.drag = null;
    this.#hovered = null;
  };

  #click = (event: MouseEvent) => {
    if (this.#dragged) {
      this.#dragged = false;
      return;
    }
    const named = (event.target as Element).closest('[data-spot]')?.getAttribute('data-spot') ?? null;
    const pointed = event.detail !== 0; // a screen reader clicks without a pointer
    const id = pointed ? this.#spotAt(event) : named;
    if (id === null) this.cancel();
    else if (pointed && this.#means === 'touch' && this.pending !== id && this.wishes.twice?.(id)) this.pending = id;
    else this.#act(id);
  };

  #key = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const id = (event.target as Element).closest('[data-spot]')?.getAttribute('data-spot');
    if (event.key === 'Escape') {
      this.#abort();
      this.cancel();
    } else if (id == null) return;
    else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      event.stopPropagation();
      this.#hovered = null;
      this.#act(id);
    } else if (event.key in DIRECTIONS) {
      event.preventDefault();
      event.stopPropagation(); // the page moves through the game with arrows, the board over its spots
      this.#hovered = null;
      const next = neighbour(this.wishes.places(), id, event.key);
      if (next !== null) this.focus(next);
    }
  };
}
