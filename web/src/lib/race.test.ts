import { afterEach, expect, test } from 'vitest';
import { percent, probability, ratio } from './format';
import type { RaceRatio, RaceRunner } from './protocol';
import { along, axisOf, commandOf, lapsCsv, readRace, tableCsv, verdict, writeRace } from './race';
import { settings } from './settings.svelte';
import { ALGORITHMS } from './trees';
import { variantOf } from './variants';

const certain = (mean: number): RaceRatio => ({ mean, low: mean * 0.9, high: mean * 1.1, p: 0.0001 });
const doubtful = (mean: number): RaceRatio => ({ mean, low: mean / 3, high: mean * 3, p: 0.4 });
const same: RaceRatio = { mean: 1, low: 1, high: 1, p: 1 };
const runner = (algorithm: string, relative_nodes: RaceRatio, relative_time: RaceRatio): RaceRunner => ({
  algorithm,
  nodes: 1000,
  seconds: 0.5,
  relative_nodes,
  relative_time,
});
const keys = (runners: RaceRunner[], agreed = 30) => verdict(runners, agreed, 30).map(({ key }) => key);

afterEach(() => {
  settings.language = 'en';
});

test('an address holds the settings of a race', () => {
  const chosen = {
    game: 'abalone',
    options: { layout: 'belgian' },
    depth: 2,
    positions: 12,
    algorithms: ['minimax', 'alphabeta', 'ordered+memory'],
  };
  expect(readRace(writeRace(chosen))).toEqual(chosen);
  const all = { ...chosen, options: {}, algorithms: ALGORITHMS };
  expect(readRace(writeRace(all))).toEqual(all);
});

test('an address without sense gives the usual race', () => {
  const usual = readRace('');
  expect(usual.algorithms).toEqual(ALGORITHMS);
  expect(readRace('#game=chess&depth=x&positions=1.5')).toEqual(usual);
  expect(readRace('#depth=999&positions=0')).toMatchObject({ depth: 16, positions: 2 });
  expect(readRace('#algorithms=guessing').algorithms).toEqual(['alphabeta']);
});

test('a race can be told to the command line', () => {
  expect(commandOf(readRace('#game=nim&depth=9&positions=5&o.heaps=[1,3,5,7]&algorithms=minimax'))).toBe(
    'boxwood compare nim --depth 9 --positions 5 -o heaps=1,3,5,7 --algorithms minimax,alphabeta',
  );
});

test('words say what is seen and what is proven', () => {
  const minimax = runner('minimax', certain(10), certain(5));
  const alphabeta = runner('alphabeta', same, same);
  expect(verdict([minimax, alphabeta], 30, 30)[0]).toMatchObject({ key: 'race.says.cut', shares: { share: 0.1 } });
  expect(keys([alphabeta])).toEqual(['race.says.agree']);
  expect(keys([alphabeta, runner('ordered', certain(0.4), certain(0.8))])[0]).toBe('race.says.quicker');
  expect(keys([alphabeta, runner('ordered', certain(0.4), certain(1.3))])[0]).toBe('race.says.slower');
  expect(keys([alphabeta, runner('ordered', certain(0.4), doubtful(0.9))])[0]).toBe('race.says.even');
  expect(keys([alphabeta, runner('ordered', doubtful(0.8), certain(0.8))])[0]).toBe('race.says.none');
  expect(keys([alphabeta], 29)).toEqual(['race.says.differ']);
});

test('of several algorithms the one that saves most is named', () => {
  const runners = [runner('ordered', certain(0.5), same), runner('memory', certain(0.3), same)];
  expect(verdict(runners, 2, 2)[0]?.algorithm).toBe('memory');
});

test('tables can be taken along', () => {
  const told = tableCsv([runner('alphabeta', same, same)]).split('\n');
  expect(told[0]).toBe(
    'algorithm,nodes,nodes_ratio,nodes_low,nodes_high,nodes_p,seconds,time_ratio,time_low,time_high,time_p',
  );
  expect(told[1]).toBe('alphabeta,1000,1,1,1,1,0.5,1,1,1,1');
  const laps = [{ nodes: 7, seconds: 0.25, value: -3 }];
  expect(lapsCsv([{ position: 'nim 1,3 0', laps }], ['minimax'])).toBe(
    'position,algorithm,nodes,seconds,value\n"nim 1,3 0",minimax,7,0.25,-3\n',
  );
});

test('the axis has room for all, and 1 among its marks', () => {
  const axis = axisOf([certain(0.1), same, certain(20)]);
  expect(axis.low).toBeLessThan(0.09);
  expect(axis.high).toBeGreaterThan(22);
  expect(axis.marks).toContain(1);
  expect(axisOf([same]).marks).toEqual([1]);
  expect(along(axis, axis.low)).toBe(0);
  expect(along(axis, Math.sqrt(axis.low * axis.high))).toBeCloseTo(0.5);
  expect(along(axis, 1e9)).toBe(1);
});

test('the endless intervals of a race that has just begun do not hide the rest', () => {
  expect(axisOf([{ mean: 2, low: 1e-9, high: 1e9, p: 0.9 }]).high).toBeLessThan(20);
});

test('numbers are written as people read them', () => {
  expect([ratio(0.4064), ratio(0.2), ratio(12.524), ratio(1)]).toEqual(['0.41', '0.20', '12.5', '1']);
  expect([percent(0.044), percent(0.85)]).toEqual(['4.4%', '85%']);
  expect([probability(1e-9), probability(0.034), probability(0.31)]).toEqual(['< 0.001', '0.034', '0.31']);
  settings.language = 'fr';
  expect([ratio(0.4064), probability(1e-9)]).toEqual(['0,41', '< 0,001']);
});

test('variants are known by their options', () => {
  expect(variantOf('abalone', {})).toBe('standard');
  expect(variantOf('abalone', { layout: 'belgian' })).toBe('belgian');
  expect(variantOf('abalone', { layout: 'nowhere' })).toBeUndefined();
});
