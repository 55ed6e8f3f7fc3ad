// A race of algorithms: its settings in the address, how it stands in words and as CSV, and where to draw it.
import type { TextKey } from '../texts/en';
import { readOptions, writeOptions } from './address';
import type { Values } from './i18n.svelte';
import { GAMES } from './opponents';
import type { RaceLap, RaceRatio, RaceRunner } from './protocol';
import { ALGORITHMS } from './trees';
import type { Options } from './variants';

export const BASELINE = 'alphabeta'; // that the others are compared with
export const MOST = { depth: 16, positions: 100 };

/** How deep a race of a few seconds goes. */
export const DEPTHS: Record<string, number> = { nim: 12, connect4: 7, quarto: 5, quoridor: 3, pylos: 6, abalone: 3 };
const FIRST = 'pylos';
const POSITIONS = 30;

export interface RaceSettings {
  game: string;
  options: Options;
  depth: number;
  positions: number;
  algorithms: string[];
}

/** What an address asks for; what it does not say, or says wrongly, is as usual. */
export function readRace(hash: string): RaceSettings {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const game = GAMES.find((id) => id === words.get('game')) ?? FIRST;
  const whole = (name: string, least: number, most: number, usual: number) => {
    const value = Number(words.get(name) ?? NaN);
    return Number.isInteger(value) ? Math.min(most, Math.max(least, value)) : usual;
  };
  const named = words.get('algorithms')?.split(' ') ?? ALGORITHMS;
  return {
    game,
    options: readOptions(words),
    depth: whole('depth', 1, MOST.depth, DEPTHS[game]!),
    positions: whole('positions', 2, MOST.positions, POSITIONS),
    algorithms: ALGORITHMS.filter((name) => named.includes(name) || name === BASELINE),
  };
}

export function writeRace({ game, options, depth, positions, algorithms }: RaceSettings): string {
  const words = new URLSearchParams({ game, depth: String(depth), positions: String(positions) });
  writeOptions(words, options);
  if (algorithms.length < ALGORITHMS.length) words.set('algorithms', algorithms.join(' '));
  return `#${words}`;
}

/** The same race on the command line. */
export function commandOf({ game, options, depth, positions, algorithms }: RaceSettings): string {
  const chosen = Object.entries(options).map(([name, value]) => `-o ${name}=${String(value)}`);
  if (algorithms.length < ALGORITHMS.length) chosen.push(`--algorithms ${algorithms.join(',')}`);
  return [`boxwood compare ${game} --depth ${depth} --positions ${positions}`, ...chosen].join(' ');
}

export interface Measured {
  position: string;
  laps: RaceLap[]; // in the order of the algorithms
}

// --- in words -------------------------------------------------------------------------------------

export interface Sentence {
  key: TextKey;
  values: Values;
  shares?: Record<string, number>; // values to be written as percentages
  algorithm?: string; // to be written by its name
}

/** What can be seen, and what is proven by it: an interval that reaches 1 proves nothing. */
export function verdict(runners: RaceRunner[], agreed: number, done: number): Sentence[] {
  const sentences: Sentence[] = [];
  const minimax = runners.find(({ algorithm }) => algorithm === 'minimax');
  if (minimax) sentences.push({ key: 'race.says.cut', values: {}, shares: { share: 1 / minimax.relative_nodes.mean } });

  const others = runners.filter(({ algorithm }) => !['minimax', BASELINE, 'negamax'].includes(algorithm));
  const better = others.filter(({ relative_nodes }) => relative_nodes.high < 1);
  const best = better.sort((a, b) => a.relative_nodes.mean - b.relative_nodes.mean)[0];
  if (best) {
    const { algorithm, relative_nodes, relative_time } = best;
    const key = relative_time.high < 1 ? 'quicker' : relative_time.low > 1 ? 'slower' : 'even';
    const shares = { share: relative_nodes.mean, time: relative_time.mean };
    sentences.push({ key: `race.says.${key}`, values: {}, shares, algorithm });
  } else if (others.length) sentences.push({ key: 'race.says.none', values: {} });

  sentences.push(
    agreed === done
      ? { key: 'race.says.agree', values: { n: done } }
      : { key: 'race.says.differ', values: { n: done - agreed } },
  );
  return sentences;
}

// --- as CSV ---------------------------------------------------------------------------------------

const ratioCells = ({ mean, low, high, p }: RaceRatio) => [mean, low, high, p];

export function tableCsv(runners: RaceRunner[]): string {
  const columns = (work: string) => ['ratio', 'low', 'high', 'p'].map((name) => `${work}_${name}`);
  return csv([
    ['algorithm', 'nodes', ...columns('nodes'), 'seconds', ...columns('time')],
    ...runners.map(({ algorithm, nodes, relative_nodes, seconds, relative_time }) => [
      algorithm,
      nodes,
      ...ratioCells(relative_nodes),
      seconds,
      ...ratioCells(relative_time),
    ]),
  ]);
}

export function lapsCsv(measured: Measured[], algorithms: string[]): string {
  return csv([
    ['position', 'algorithm', 'nodes', 'seconds', 'value'],
    ...measured.flatMap(({ position, laps }) =>
      laps.map(({ nodes, seconds, value }, place) => [position, algorithms[place]!, nodes, seconds, value]),
    ),
  ]);
}

function csv(rows: (string | number)[][]): string {
  const quoted = (cell: string | number) =>
    /[",]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell;
  return rows.map((row) => row.map(quoted).join(',') + '\n').join('');
}

// --- as a picture ---------------------------------------------------------------------------------

export interface Axis {
  low: number;
  high: number;
  marks: number[];
}

const REACH = 4; // an interval wider than so many times its mean does not widen the axis

/** A logarithmic axis on which all ratios find room, with 1 on it and marks at round numbers. */
export function axisOf(ratios: RaceRatio[]): Axis {
  const low = Math.min(0.8, ...ratios.map(({ mean, low }) => Math.max(low, mean / REACH))) / 1.15;
  const high = Math.max(1.25, ...ratios.map(({ mean, high }) => Math.min(high, mean * REACH))) * 1.15;
  const decades = Math.log10(high / low);
  const steps = decades > 3 ? [1] : decades > 1.6 ? [1, 3] : [1, 2, 5];
  const marks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++)
    for (const step of steps) {
      const mark = Number((step * 10 ** power).toPrecision(1));
      if (mark >= low && mark <= high) marks.push(mark);
    }
  return { low, high, marks };
}

/** Where a value lies on the axis, from 0 to 1; what is beyond its ends lies there. */
export function along({ low, high }: Axis, value: number): number {
  return Math.min(1, Math.max(0, Math.log(value / low) / Math.log(high / low)));
}
