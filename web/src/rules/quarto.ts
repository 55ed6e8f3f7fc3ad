// Quarto: the other chooses your piece; four alike in a line win.
import { anyMove, say, type Lesson } from './lesson';

export const quarto: Lesson = {
  steps: [
    {
      title: say('You give, the other places', 'Vous donnez, l’autre pose'),
      text: say(
        'Sixteen pieces belong to both players. A turn begins with the piece that the other chose for you. The first move of the game is a gift.',
        'Les seize pièces sont à tous les deux. Un tour commence avec la pièce que l’autre vous a choisie. Le premier coup de la partie est un don.',
      ),
      start: {},
      ask: say('Choose a piece for the other.', 'Choisissez une pièce pour l’autre.'),
      answer: ['@5'],
      reached: anyMove,
      done: say(
        'Now the other has to place exactly this piece.',
        'L’autre doit maintenant poser exactement cette pièce.',
      ),
    },
    {
      title: say('Place, then give', 'Posez, puis donnez'),
      text: say(
        'You place the piece in hand on any free cell, and then choose the next one for the other.',
        'Vous posez la pièce en main sur une case libre, puis vous choisissez la suivante pour l’autre.',
      ),
      start: { moves: ['@5'] },
      ask: say('Place the piece, then give one.', 'Posez la pièce, puis donnez-en une.'),
      answer: ['b2', '@A'],
      reached: (moves) => moves.length >= 2,
      done: say('Placed and given: that is a full turn.', 'Posée et donnée\u00a0: voilà un tour complet.'),
    },
    {
      title: say('Four alike in a line win', 'Quatre semblables en ligne gagnent'),
      text: say(
        'Every piece is wide or narrow, round or square, light or dark, solid or hollow. Four in a line that share one of these win, whoever placed them.',
        'Chaque pièce est large ou étroite, ronde ou carrée, claire ou foncée, pleine ou creuse. Quatre en ligne qui partagent un de ces traits gagnent, peu importe qui les a posées.',
      ),
      start: { position: 'quarto ..../..../..../042. @6 0' },
      ask: say('Place the piece in hand and win.', 'Posez la pièce en main et gagnez.'),
      answer: ['d1'],
      done: say(
        'Four narrow pieces, hollow ones even: Quarto.',
        'Quatre pièces étroites, et même creuses\u00a0: Quarto.',
      ),
    },
    {
      title: say('Mind what you give', 'Attention au don'),
      text: say(
        'The other wins with your gift. Three narrow and hollow pieces stand in line: give a piece that is neither.',
        'C’est avec votre don que l’autre gagne. Trois pièces étroites et creuses sont alignées\u00a0: donnez-en une qui n’est ni l’un ni l’autre.',
      ),
      start: { position: 'quarto ..../..../..../042. - 1' },
      ask: say(
        'Give a piece with which the other cannot win.',
        'Donnez une pièce avec laquelle l’autre ne peut pas gagner.',
      ),
      answer: ['@F'],
      reached: ([gift = '']) => '9BDF'.includes(gift.slice(1)),
      done: say('Wide and solid: safe.', 'Large et pleine\u00a0: rien à craindre.'),
    },
    {
      title: say('Slanting lines count', 'Les diagonales comptent'),
      text: say(
        'There are ten lines: four rows, four columns and the two long diagonals.',
        'Il y a dix lignes\u00a0: quatre rangées, quatre colonnes et les deux grandes diagonales.',
      ),
      start: { position: 'quarto ..../..D./.7../1... @9 0' },
      ask: say('Find the win.', 'Trouvez le gain.'),
      answer: ['d4'],
      done: say('Four solid pieces on the diagonal.', 'Quatre pièces pleines sur la diagonale.'),
    },
    {
      title: say('Squares, if you like', 'Les carrés, si vous voulez'),
      text: say(
        'In a variant a block of two by two counts like a line.',
        'Dans une variante, un carré de deux sur deux compte comme une ligne.',
      ),
      start: { position: 'quarto ..../..../0.../42.. @6 0 squares=true' },
      ask: say('Complete a square.', 'Complétez un carré.'),
      answer: ['b2'],
      done: say('Four narrow pieces in a square.', 'Quatre pièces étroites en carré.'),
    },
  ],
  tips: {
    en: [
      'Before you give, look at every line of three and cross out what would complete it.',
      'Late in the game count the safe pieces: whoever must give when none is left loses. Placing a piece so that their number changes is the whole art.',
      'With perfect play nobody wins.',
    ],
    fr: [
      'Avant de donner, regardez chaque ligne de trois et écartez ce qui la compléterait.',
      'En fin de partie, comptez les pièces sûres\u00a0: qui doit donner quand il n’en reste plus perd. Poser de façon à changer leur nombre, voilà tout l’art.',
      'À jeu parfait, personne ne gagne.',
    ],
  },
};
