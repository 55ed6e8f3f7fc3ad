// Every board as a person meets it: its spots have labels, a click or Enter makes the move, and nothing else does.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Snapshot } from '../lib/protocol';
import fixtures from './gallery/fixtures.json';
import { translate } from './gallery/translate';
import { texts } from '.';
import { loadBoard } from './load';

// jsdom has no media queries and no layout; with reduced motion pieces are at once where they belong
vi.hoisted(() => {
  const query = { matches: true, addEventListener() {}, removeEventListener() {} };
  window.matchMedia = (() => query) as never;
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

vi.setConfig({ testTimeout: 30_000 }); // a drawing of many hundred elements is slow without a browser

let mounted: Record<string, unknown> | undefined;
afterEach(() => {
  if (mounted) unmount(mounted);
  mounted = undefined;
  document.body.replaceChildren();
});

const t = translate('en');

async function show(title: string, changes: Record<string, unknown> = {}) {
  const fixture = fixtures.find((found) => found.title === title)!;
  const snapshot = fixture.snapshot as unknown as Snapshot;
  const onmove = vi.fn();
  const announce = vi.fn();
  const after = (fixture as { after?: Record<string, string> }).after ?? {};
  const preview = async (move: string) => ({ ...snapshot, position: after[move] ?? snapshot.position });
  const props = {
    snapshot,
    legal: snapshot.legal,
    flipped: false,
    last: snapshot.moves.at(-1) ?? null,
    arrows: [],
    labels: {},
    preview,
    t,
    onmove,
    announce,
    ...changes,
  };
  mounted = mount(await loadBoard(snapshot.game), { target: document.body, props });
  flushSync();
  return { snapshot, onmove, announce };
}
const spot = (id: string) => document.querySelector<SVGElement>(`[data-spot="${id}"]`)!;
const click = (id: string) => {
  spot(id).dispatchEvent(new MouseEvent('click', { bubbles: true }));
  flushSync();
};
const press = (key: string) => {
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  flushSync();
};

describe.each(['nim-heaps', 'connect4', 'quarto-place', 'quoridor-5', 'pylos', 'abalone'])('%s', (title) => {
  test('every spot has a name, and Tab reaches exactly one of them', async () => {
    await show(title);
    const spots = [...document.querySelectorAll('[role=button][data-spot]')];
    expect(spots.length).toBeGreaterThan(0);
    for (const element of spots) expect(element.getAttribute('aria-label')).not.toMatch(/^$|[{}]|undefined|no text/);
    expect(spots.filter((element) => element.getAttribute('tabindex') === '0')).toHaveLength(1);
  });
  test('nothing can be played when no move is legal', async () => {
    const { onmove } = await show(title, { legal: [] });
    for (const element of document.querySelectorAll('[data-spot]')) click(element.getAttribute('data-spot')!);
    expect(onmove).not.toHaveBeenCalled();
    expect(document.querySelector('.spot.legal')).toBeNull();
  });
  test('it can be seen from the other side', async () => {
    await show(title, { flipped: true });
    expect(document.body.innerHTML).not.toMatch(/NaN|undefined/);
  });
});

test.each([
  ['nim', '0,14', '2'],
  ['nim-heaps', '2,0', '3:4'],
  ['connect4', '3', '3'],
  ['quarto-place', 'a1', 'a1'],
  ['quarto-give', '@7', '@7'],
  ['quoridor', 'd3', 'd3'],
  ['quoridor', 'a1v', 'a1v'],
  ['pylos', '1a1', '1a1'],
  ['pylos-take', '1b2', '-1b2'],
])('%s: a click on %s plays %s', async (title, id, move) => {
  const { onmove, snapshot } = await show(title);
  expect(snapshot.legal).toContain(move);
  click(id);
  expect(onmove).toHaveBeenCalledExactlyOnceWith(move);
});

test('keys alone: arrows to a column, Enter drops the disc', async () => {
  const { onmove } = await show('connect4');
  spot('4').focus();
  press('ArrowRight');
  press('ArrowRight');
  expect(document.activeElement!.getAttribute('data-spot')).toBe('6');
  press('Enter');
  expect(onmove).toHaveBeenCalledExactlyOnceWith('6');
});

test('the matches that may be taken are marked, and those that a click would take are lifted', async () => {
  await show('nim');
  expect(document.querySelectorAll('.hint')).toHaveLength(3);
  expect(document.querySelectorAll('.chosen-match')).toHaveLength(0);
  spot('0,14').dispatchEvent(new MouseEvent('pointermove', { bubbles: true }));
  flushSync();
  expect(document.querySelectorAll('.chosen-match')).toHaveLength(2);
  expect(document.querySelector('.tag')!.textContent).toBe('Take 2');
});

test('a finger’s first tap shows what it takes, another one changes it, and only the second of the same takes it', async () => {
  const tap = (id: string) => {
    spot(id).dispatchEvent(
      Object.assign(new MouseEvent('pointerdown', { bubbles: true, button: 0 }), { pointerType: 'touch' }),
    );
    spot(id).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    flushSync();
  };
  const { onmove, announce } = await show('nim');
  tap('0,14');
  expect(document.querySelectorAll('.chosen-match')).toHaveLength(2);
  expect(announce).toHaveBeenLastCalledWith('match 15 of 16, take 2');
  tap('0,13');
  expect(document.querySelector('.controls')!.textContent).toContain('Take 3');
  expect(onmove).not.toHaveBeenCalled();
  tap('0,13');
  expect(onmove).toHaveBeenCalledExactlyOnceWith('3');
  expect(document.querySelectorAll('.chosen-match')).toHaveLength(0);
});

test('a marble of Pylos is raised by two clicks, and Escape lets it go', async () => {
  const { onmove, announce } = await show('pylos');
  click('1c1');
  expect(announce).toHaveBeenCalledWith('c1 on level 1 selected, 2 places to raise it to');
  spot('1c1').focus();
  press('Escape');
  click('2b3');
  expect(onmove).toHaveBeenLastCalledWith('2b3');
  click('1c1');
  click('2b3');
  expect(onmove).toHaveBeenLastCalledWith('1c1>2b3');
});

test('a group of Abalone is chosen by taps and moved by an arrow', async () => {
  const { onmove } = await show('abalone');
  click('c4');
  click('c5');
  const ways = [...document.querySelectorAll('[data-spot^=">"]')].map((way) => way.getAttribute('aria-label'));
  expect(ways).toContain('side step of c4 c5, d5 first');
  click('>c4c5d5');
  expect(onmove).toHaveBeenCalledExactlyOnceWith('c4c5d5');
});

test('a cell of Quoridor tells of its walls', async () => {
  await show('quoridor');
  expect(spot('e3').getAttribute('aria-label')).toBe('e3, light pawn, wall to the north');
  expect(spot('d3').getAttribute('aria-label')).toBe('d3, legal');
});

test('a completed line of Quarto is named', async () => {
  await show('quarto-won');
  expect(document.querySelector('.tag.win')!.textContent).toBe('round');
});

test('a game without a board of its own is drawn by the server and played by buttons', async () => {
  const { onmove } = await show('generic');
  expect(document.querySelector('.drawing svg')).not.toBeNull();
  [...document.querySelectorAll('button')].find((button) => button.textContent === '3')!.click();
  expect(onmove).toHaveBeenCalledExactlyOnceWith('3');
});

test('Pylos stays flat where there is no WebGL, and says so', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await show('pylos');
  [...document.querySelectorAll('button')].find((button) => button.textContent!.trim() === '3D view')!.click();
  await vi.waitFor(
    () => expect(document.querySelector('.controls')!.textContent).toContain('cannot draw in 3D'),
    20_000,
  );
  expect(spot('1a1')).not.toBeNull();
});

test('both languages say the same things', () => {
  expect(Object.keys(texts.fr)).toEqual(Object.keys(texts.en));
});
