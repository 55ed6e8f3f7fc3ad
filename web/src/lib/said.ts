// What the server says in English (tasks, reasons, scores, refusals), in the visitor's language.  What is not
// known here is shown as it came.
import { refusals, type Rule } from '../texts/refusals';
import { Refused } from './api';
import { t } from './i18n.svelte';
import { sideName } from './opponents';
import type { Score, Seat } from './protocol';
import { settings } from './settings.svelte';

const ATTRIBUTES: Record<string, string> = {
  wide: 'large',
  narrow: 'étroite',
  round: 'ronde',
  square: 'carrée',
  light: 'claire',
  dark: 'foncée',
  solid: 'pleine',
  hollow: 'creuse',
};
const PLURALS: Record<string, string> = {
  wide: 'larges',
  narrow: 'étroites',
  round: 'rondes',
  square: 'carrées',
  light: 'claires',
  dark: 'foncées',
  solid: 'pleines',
  hollow: 'creuses',
};
const PLAYERS: Record<string, string> = {
  'the first player': 'le premier joueur',
  'the second player': 'le second joueur',
};
const COLOURS: Record<string, string> = { black: 'noir', white: 'blanc' };

const FRENCH: Rule[] = [
  ...refusals((text) => said(text)),
  // tasks
  [/^drop a disc into a column$/, () => 'lâchez un jeton dans une colonne'],
  [/^take 1 match(.*)$/, (heap) => `prenez 1 allumette${heap ? ' d’un tas' : ''}`],
  [/^take 1 to (\d+) matches(.*)$/, (most, heap) => `prenez de 1 à ${most} allumettes${heap ? ' d’un seul tas' : ''}`],
  [/^choose the piece that your opponent must place$/, () => 'choisissez la pièce que l’adversaire devra poser'],
  [
    /^place the piece in hand: (\w), (.*)$/,
    (piece, kind) => `posez la pièce en main\u00a0: ${piece}, ${words(kind, ATTRIBUTES)}`,
  ],
  [/^move the pawn or put a wall \((\d+) left\)$/, (left) => `avancez le pion ou posez un mur (il en reste ${left})`],
  [/^move the pawn$/, () => 'avancez le pion'],
  [/^put a marble or raise one$/, () => 'posez une bille ou montez-en une'],
  [/^put a marble$/, () => 'posez une bille'],
  [/^raise a marble: the reserve is empty$/, () => 'montez une bille\u00a0: la réserve est vide'],
  [/^take back one of your free marbles$/, () => 'reprenez une de vos billes libres'],
  [/^take back a second marble, or stop$/, () => 'reprenez une deuxième bille, ou arrêtez là'],
  [
    /^move one to three marbles in line( or .*)?$/,
    (side) => `déplacez une à trois billes en ligne${side ? ', ou deux ou trois de côté' : ''}`,
  ],
  // reasons
  [/^four in a row$/, () => 'quatre alignés'],
  [/^the board is full$/, () => 'le plateau est plein'],
  [
    /^the (loser|winner) took the last match$/,
    (who) => `le ${who === 'loser' ? 'perdant' : 'gagnant'} a pris la dernière`,
  ],
  [
    /^four (\w+) pieces in a (line|square)$/,
    (kind, shape) => `quatre pièces ${words(kind, PLURALS)} ${shape === 'line' ? 'alignées' : 'en carré'}`,
  ],
  [/^the pawn reached rank (\d+)$/, (rank) => `le pion a atteint la rangée ${rank}`],
  [/^the last marble is on top$/, () => 'la dernière bille est au sommet'],
  [/^the reserve is empty(.*)$/, (raise) => `la réserve est vide${raise ? ' et aucune bille ne peut monter' : ''}`],
  [
    /^(black|white) has lost (\d+) marbles?$/,
    (who, n) => `${words(who, COLOURS)} a perdu ${n} bille${n === '1' ? '' : 's'}`,
  ],
  [/^(black|white) cannot move$/, (who) => `${words(who, COLOURS)} ne peut plus bouger`],
  [
    /^no plies left: black has (\d+) marbles, white (\d+)$/,
    (black, white) => `plus de coups\u00a0: ${black} billes noires, ${white} blanches`,
  ],
  // races of algorithms
  [
    /^\w+: (\d+) moves are too deep for a race here: one position took more than (\d+) s: .*$/,
    (depth, seconds) =>
      `${depth} coups de profondeur sont trop pour une course ici\u00a0: une position a pris plus de ${seconds}\u00a0s. Choisissez une profondeur moindre, ou laissez minimax de côté.`,
  ],
  [
    /^a race takes (\d+) s at most: .*$/,
    (seconds) => `une course dure au plus ${seconds}\u00a0s\u00a0: choisissez une profondeur moindre`,
  ],
  [
    /^\w+: there are not (\d+) different positions to compare.*$/,
    (n) => `il n’y a pas ${n} positions différentes à comparer\u00a0: prenez un jeu plus grand`,
  ],
  // why a branch was cut
  [
    /^(.+) ([≥≤]) (alpha|beta) (.+): (.+) already has (.+) with (.+) \(node (\d+)\)$/,
    (value, sign, bound, limit, who, has, move, node) =>
      `${value} ${sign} ${bound === 'beta' ? 'bêta' : 'alpha'} ${limit}\u00a0: ${PLAYERS[who] ?? who} a déjà ${has} avec ${move} (nœud ${node})`,
  ],
];

function words(text: string, dictionary: Record<string, string>): string {
  return text
    .split(' ')
    .map((word) => dictionary[word] ?? word)
    .join(' ');
}

export function said(text: string): string {
  if (settings.language === 'en') return text;
  for (const [pattern, french] of FRENCH) {
    const found = pattern.exec(text);
    if (found) return french(...found.slice(1).map((part) => part ?? ''));
  }
  return text;
}

/** What went wrong: what the server refused, or that it does not answer. */
export function complaint(error: unknown): string {
  return error instanceof Refused ? said(error.message) : t('noServer');
}

/** Why a game ended, with the sides called by their colours. */
export function reasonText(game: string, reason: string): string {
  const found = /^the (first|second) player (resigned|ran out of time)$/.exec(reason);
  if (found) {
    const who = sideName(game, found[1] === 'first' ? 0 : 1);
    return found[2] === 'resigned' ? t('reason.resigned', { who }) : t('reason.time', { who });
  }
  if (reason === 'agreed') return t('reason.agreed');
  return said(reason);
}

export function scoreText(score: Score): string {
  if (score.plies !== null) {
    const text = t(score.sign > 0 ? 'score.win' : 'score.loss', { n: score.plies });
    return score.unit === 'turns' ? t('score.turns', { text, n: score.plies }) : text;
  }
  if (score.proven) return t(score.sign > 0 ? 'score.won' : score.sign < 0 ? 'score.lost' : 'score.draw');
  return settings.language === 'fr' ? score.text.replace('.', ',') : score.text;
}

/** How good a score is for whom, from -1 (lost) to 1 (won), for the first player. */
export function balance(score: Score, mover: Seat): number {
  const sign = mover === 0 ? 1 : -1;
  if (score.plies !== null || (score.proven && score.sign !== 0)) return sign * score.sign;
  return ((sign * 2) / Math.PI) * Math.atan((score.value ?? 0) / 2.5);
}
