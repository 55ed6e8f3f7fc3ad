// Abalone: the greater number pushes; six marbles off the board lose.
import { anyMove, say, type Lesson } from './lesson';

export const abalone: Lesson = {
  steps: [
    {
      title: say('Move one, two or three', 'Déplacez-en une, deux ou trois'),
      text: say(
        'Up to three of your marbles in a line move together, one place along that line. Black begins.',
        'Jusqu’à trois de vos billes alignées avancent ensemble, d’une place, dans cette ligne. Noir commence.',
      ),
      start: {},
      ask: say('Move black marbles.', 'Déplacez des billes noires.'),
      answer: ['a1b2'],
      reached: anyMove,
      done: say('Together they are strong.', 'Ensemble, elles sont fortes.'),
    },
    {
      title: say('Step sideways', 'De côté'),
      text: say(
        'Two or three marbles may also step sideways together, if all the places are free.',
        'Deux ou trois billes peuvent aussi faire un pas de côté ensemble, si toutes les places sont libres.',
      ),
      start: {},
      ask: say('Step sideways with two or three marbles.', 'Faites un pas de côté avec deux ou trois billes.'),
      answer: ['c3c5d3'],
      reached: ([move = '']) => move.length === 6,
      done: say('The whole group has moved sideways.', 'Tout le groupe s’est décalé.'),
    },
    {
      title: say('The greater number pushes', 'Le plus grand nombre pousse'),
      text: say(
        'In a line two marbles push one, and three push one or two, if there is room behind them. Equal numbers push nothing.',
        'En ligne, deux billes en poussent une, trois en poussent une ou deux, s’il y a de la place derrière. À nombre égal, rien ne bouge.',
      ),
      start: { position: 'abalone ooooo/oooooo/......./......../..xxxoo../......../......./xxxxxx/xxxxx 0' },
      ask: say('Push the two white marbles with your three.', 'Poussez les deux billes blanches avec vos trois.'),
      answer: ['e3e4'],
      done: say('Three against two: they give way.', 'Trois contre deux\u00a0: elles cèdent.'),
    },
    {
      title: say('Off the board', 'Hors du plateau'),
      text: say(
        'A marble that is pushed over the edge is out for good.',
        'Une bille poussée par-dessus le bord est sortie pour de bon.',
      ),
      start: { position: 'abalone ooooo/oooooo/......./......../......xxo/......../......./xxxxxx/xxxxx 0' },
      ask: say('Push the white marble off.', 'Sortez la bille blanche.'),
      answer: ['e7e8'],
      done: say('One is off. Five more.', 'Une de sortie. Encore cinq.'),
    },
    {
      title: say('Six win', 'Six gagnent'),
      text: say(
        'Whoever pushes six of the other’s marbles off the board wins. White has lost five.',
        'Qui sort six billes adverses gagne. Blanc en a perdu cinq.',
      ),
      start: { position: 'abalone ooooo/ooo.../......./......../......xxo/......../......./xxxxxx/xxxxx 0' },
      ask: say('Push off the sixth.', 'Sortez la sixième.'),
      answer: ['e7e8'],
      done: say('Six are off: black wins.', 'Six sont sorties\u00a0: Noir gagne.'),
    },
  ],
  tips: {
    en: [
      'Hold the middle: there, nobody can push you off.',
      'Keep your marbles together. Single ones are pushed, groups push.',
      'A line of three is safe from being pushed along it. Threaten where the other has only one or two.',
    ],
    fr: [
      'Tenez le centre\u00a0: on ne peut pas vous en sortir.',
      'Gardez vos billes groupées. Seules, elles sont poussées\u00a0; ensemble, elles poussent.',
      'Trois billes en ligne ne se laissent pas pousser dans cette ligne. Menacez là où l’autre n’en a qu’une ou deux.',
    ],
  },
};
