import { expect, test } from 'vitest';
import { keepInSight } from './scroll';

/** A list of a hundred pixels with one current item at this height. */
function list(top: number, scrolled = 0): HTMLElement {
  const [box, item] = [document.createElement('div'), document.createElement('button')];
  item.className = 'current';
  box.append(item);
  Object.defineProperty(box, 'clientHeight', { value: 100 });
  Object.defineProperty(item, 'offsetTop', { value: top });
  box.scrollTop = scrolled;
  return box;
}

test.each([
  ['in sight', 30, 0, 0],
  ['below', 400, 0, 350],
  ['above', 120, 300, 70],
])('an item %s', (_, top, before, after) => {
  const box = list(top, before);
  keepInSight(box, '.current');
  expect(box.scrollTop).toBe(after);
});

test('a list without it stays as it is', () => {
  const box = list(400, 20);
  keepInSight(box, '.other');
  expect(box.scrollTop).toBe(20);
});
