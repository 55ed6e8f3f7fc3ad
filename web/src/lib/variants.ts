// Well-known variants of each game, as settings of its options.

export type Options = Record<string, unknown>;

export const VARIANTS: Record<string, Record<string, Options>> = {
  nim: { marienbad: { heaps: [1, 3, 5, 7], take: 0 }, normal: { misere: false } },
  connect4: { small: { width: 6, height: 5 }, large: { width: 8, height: 6 } },
  quarto: { squares: { squares: true } },
  quoridor: { small: { size: 5, walls: 5 }, medium: { size: 7, walls: 7 } },
  pylos: { beginners: { squares: false }, masters: { lines: true } },
  abalone: {
    belgian: { layout: 'belgian' },
    german: { layout: 'german' },
    alien: { layout: 'alien' },
    domination: { layout: 'domination' },
    snakes: { layout: 'snakes' },
    quick: { lose: 3 },
  },
};

/** The name of the variant that these options are, if they are one. */
export function variantOf(game: string, options: Options): string | undefined {
  if (Object.keys(options).length === 0) return 'standard';
  const same = (settings: Options) => JSON.stringify(settings) === JSON.stringify(options);
  return Object.entries(VARIANTS[game] ?? {}).find(([, settings]) => same(settings))?.[0];
}
