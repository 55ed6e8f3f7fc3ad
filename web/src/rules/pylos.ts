// Pylos: save marbles, for the last one on top wins.
import { anyMove, say, type Lesson } from './lesson';

export const pylos: Lesson = {
  steps: [
    {
      title: say('Put a marble', 'Posez une bille'),
      text: say(
        'Each player has fifteen marbles. In turn you put one on a free place of the board.',
        'Chacun a quinze billes. À tour de rôle, on en pose une sur une place libre.',
      ),
      start: {},
      ask: say('Put a marble anywhere.', 'Posez une bille où vous voulez.'),
      answer: ['1b2'],
      reached: anyMove,
      done: say('Thirty marbles fit the pyramid exactly.', 'La pyramide compte exactement trente billes.'),
    },
    {
      title: say('Build upwards', 'Bâtissez vers le haut'),
      text: say(
        'A square of four marbles, of any colour, carries a marble on the next level.',
        'Un carré de quatre billes, de n’importe quelle couleur, porte une bille à l’étage suivant.',
      ),
      start: { moves: ['1a1', '1b1', '1a2', '1b2'] },
      ask: say('Put a marble on level 2.', 'Posez une bille à l’étage 2.'),
      answer: ['2a1'],
      done: say(
        'It rests on four others, which can no longer move.',
        'Elle repose sur quatre autres, qui ne peuvent plus bouger.',
      ),
    },
    {
      title: say('Raise, and save one', 'Montez, et gagnez-en une'),
      text: say(
        'Instead of a marble from your reserve you may raise one of your own that nothing rests on, to a higher level. That saves a marble.',
        'Au lieu de prendre dans la réserve, vous pouvez monter à un étage supérieur une de vos billes que rien ne recouvre. C’est une bille économisée.',
      ),
      start: { moves: ['1a1', '1b1', '1a2', '1b2', '1d4', '1d3'] },
      ask: say('Raise your marble from d4 to level 2.', 'Montez votre bille de d4 à l’étage 2.'),
      answer: ['1d4>2a1'],
      done: say('Your reserve has not shrunk.', 'Votre réserve n’a pas diminué.'),
    },
    {
      title: say('A square gives marbles back', 'Un carré rend des billes'),
      text: say(
        'If you complete a square of your own colour, take back one or two of your free marbles, the one just put included.',
        'Si vous complétez un carré de votre couleur, reprenez une ou deux de vos billes libres, y compris celle que vous venez de poser.',
      ),
      start: { moves: ['1a1', '1d4', '1b1', '1d3', '1a2', '1d2'] },
      ask: say('Complete your square, then take marbles back.', 'Complétez votre carré, puis reprenez des billes.'),
      answer: ['1b2', '-1b2', '-1a1'],
      reached: (moves, now) => moves.some((move) => move.startsWith('-')) && now.player === 1,
      done: say('Two marbles saved: a big lead.', 'Deux billes économisées\u00a0: une belle avance.'),
    },
    {
      title: say('The top wins', 'Le sommet gagne'),
      text: say(
        'Whoever puts the marble on top wins. Whoever has to move with an empty reserve loses.',
        'Qui pose la bille du sommet gagne. Qui doit jouer avec une réserve vide perd.',
      ),
      start: { position: 'pylos xoxo/oxox/xoxo/oxox:oxo/xox/oxo:xo/ox:. 0 -' },
      ask: say('Put the last marble.', 'Posez la dernière bille.'),
      answer: ['4a1'],
      done: say('The pyramid is complete, and yours.', 'La pyramide est achevée, et elle est à vous.'),
    },
  ],
  tips: {
    en: [
      'Count reserves: a lead of marbles is a lead in the game.',
      'Three of the other’s marbles in a square with the fourth place free are a threat: put your own there.',
      'Keep marbles free: only those can be raised or taken back. Put yours on top of the other’s.',
      'With perfect play whoever begins loses.',
    ],
    fr: [
      'Comptez les réserves\u00a0: une avance de billes est une avance tout court.',
      'Trois billes adverses en carré, la quatrième place libre\u00a0: c’est une menace, posez-y la vôtre.',
      'Gardez des billes libres\u00a0: elles seules peuvent monter ou être reprises. Posez les vôtres sur celles de l’autre.',
      'À jeu parfait, qui commence perd.',
    ],
  },
};
