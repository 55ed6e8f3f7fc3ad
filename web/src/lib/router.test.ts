import { expect, test } from 'vitest';
import { routeOf } from './router.svelte';

test('addresses lead to their pages', () => {
  expect(routeOf('/')).toEqual({ page: 'home' });
  expect(routeOf('/play/k9dm2u8s7x8')).toEqual({ page: 'play', id: 'k9dm2u8s7x8' });
  expect(routeOf('/analysis')).toEqual({ page: 'analysis' });
  expect(routeOf('/rules')).toEqual({ page: 'rules', game: null });
  expect(routeOf('/rules/quarto/')).toEqual({ page: 'rules', game: 'quarto' });
  expect(routeOf('/lab')).toEqual({ page: 'lab' });
  expect(routeOf('/lab/race')).toEqual({ page: 'race' });
});

test('other addresses lead nowhere', () => {
  for (const path of ['/nowhere', '/play', '/play/a/b', '/play/..%2F', '/analysis/x', '/lab/x', '/%E0%A4%A'])
    expect(routeOf(path)).toEqual({ page: 'lost' });
});
