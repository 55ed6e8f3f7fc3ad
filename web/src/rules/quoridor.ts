// Quoridor: be first on the far side; walls make detours.
import { say, type Lesson } from './lesson';

const isWall = (move = '') => /[hv]$/.test(move);

export const quoridor: Lesson = {
  steps: [
    {
      title: say('One step at a time', 'Un pas à la fois'),
      text: say(
        'The pawns start face to face. A step goes one cell up, down, left or right.',
        'Les pions se font face. Un pas va d’une case, en avant, en arrière, à gauche ou à droite.',
      ),
      start: {},
      ask: say('Take a step with the light pawn.', 'Faites un pas avec le pion clair.'),
      answer: ['e2'],
      reached: ([move]) => move !== undefined && !isWall(move),
      done: say('The dark pawn comes the other way.', 'Le pion foncé vient en sens inverse.'),
    },
    {
      title: say('The far side wins', 'L’autre bord gagne'),
      text: say(
        'Whoever first reaches any cell of the far side has won.',
        'Qui atteint le premier n’importe quelle case du bord opposé a gagné.',
      ),
      start: { position: 'quoridor e8/c3 9/9 d7h,c8v 0' },
      ask: say('One step is missing.', 'Il manque un pas.'),
      answer: ['e9'],
      done: say('There first: won.', 'Arrivé le premier\u00a0: gagné.'),
    },
    {
      title: say('Or put a wall', 'Ou posez un mur'),
      text: say(
        'Instead of a step you may put one of your ten walls. It is two cells long and stays. Walls may not cross, and may never shut a pawn off from its goal.',
        'Au lieu d’un pas, vous pouvez poser un de vos dix murs, long de deux cases, qui reste là. Les murs ne se croisent pas et ne doivent jamais couper un pion de son but.',
      ),
      start: { moves: ['e2', 'e8', 'e3', 'e7', 'e4', 'e6'] },
      ask: say('Put a wall in the dark pawn’s way.', 'Posez un mur sur la route du pion foncé.'),
      answer: ['e5h'],
      reached: ([move]) => isWall(move),
      done: say(
        'A good wall costs the other several steps, and you only one turn.',
        'Un bon mur coûte plusieurs pas à l’autre, et à vous un seul tour.',
      ),
    },
    {
      title: say('Jump over', 'Sautez'),
      text: say(
        'When the pawns stand face to face, you may jump straight over the other.',
        'Quand les pions sont face à face, vous pouvez sauter tout droit par-dessus l’autre.',
      ),
      start: { position: 'quoridor e5/e6 10/10 - 0' },
      ask: say('Jump over the dark pawn.', 'Sautez par-dessus le pion foncé.'),
      answer: ['e7'],
      done: say('Two cells in one turn.', 'Deux cases en un tour.'),
    },
    {
      title: say('Around the corner', 'De biais'),
      text: say(
        'If a wall (or the edge) is behind the other pawn, you jump to its left or right instead.',
        'Si un mur (ou le bord) se trouve derrière l’autre pion, on saute à sa gauche ou à sa droite.',
      ),
      start: { position: 'quoridor e5/e6 10/9 e6h 0' },
      ask: say('Jump past the dark pawn.', 'Dépassez le pion foncé.'),
      answer: ['d6'],
      reached: ([move]) => move === 'd6' || move === 'f6',
      done: say('The only time a pawn moves slantwise.', 'La seule fois où un pion va en biais.'),
    },
  ],
  tips: {
    en: [
      'What counts is who has the shorter way. The button “Shortest paths” shows both.',
      'Do not spend walls early: the last ones are worth most, when a long corridor can be closed.',
      'Look where one wall lengthens the other’s way by more than two steps, and see that none does so to yours.',
    ],
    fr: [
      'Ce qui compte, c’est d’avoir le chemin le plus court. Le bouton «\u00a0Plus courts chemins\u00a0» montre les deux.',
      'Ne dépensez pas vos murs trop tôt\u00a0: les derniers valent le plus, quand on peut fermer un long couloir.',
      'Cherchez où un seul mur allonge la route de l’autre de plus de deux pas, et veillez à ce que rien de tel ne vous arrive.',
    ],
  },
};
