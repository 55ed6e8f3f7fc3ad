// Connect Four: discs fall, four in a row win.
import { anyMove, say, type Lesson } from './lesson';

export const connect4: Lesson = {
  steps: [
    {
      title: say('Drop a disc', 'Lâchez un jeton'),
      text: say(
        'A disc falls to the lowest free place of its column. A full column takes no more.',
        'Un jeton tombe à la place libre la plus basse de sa colonne. Une colonne pleine n’en prend plus.',
      ),
      start: { moves: ['4', '4', '5'] },
      ask: say('Drop a disc anywhere.', 'Lâchez un jeton où vous voulez.'),
      answer: ['3'],
      reached: anyMove,
      done: say('It landed on the first free place.', 'Il s’est posé sur la première place libre.'),
    },
    {
      title: say('Four in a row win', 'Quatre alignés gagnent'),
      text: say(
        'Four of your colour next to each other win: across, upright or slanting.',
        'Quatre jetons de votre couleur côte à côte gagnent\u00a0: à l’horizontale, à la verticale ou en diagonale.',
      ),
      start: { moves: ['1', '1', '2', '2', '3', '3'] },
      ask: say('You are red. Complete the row.', 'Vous êtes rouge. Complétez la rangée.'),
      answer: ['4'],
      done: say('Four across: won.', 'Quatre à l’horizontale\u00a0: gagné.'),
    },
    {
      title: say('Slanting rows hide well', 'Les diagonales se cachent bien'),
      text: say(
        'Diagonals are the ones that people overlook. The discs below them decide when they can be filled.',
        'Ce sont les diagonales qu’on oublie. Les jetons du dessous décident quand on peut les compléter.',
      ),
      start: { position: 'connect4 ......./......./......./..xo.../.xoo.../xoox..x 0' },
      ask: say('Red to move. Find the win.', 'Rouge joue. Trouvez le gain.'),
      answer: ['4'],
      done: say('The diagonal from the corner is complete.', 'La diagonale qui part du coin est complète.'),
    },
    {
      title: say('Look at the other’s threats', 'Regardez les menaces'),
      text: say(
        'Before each move ask: where would the other win? Block it in time.',
        'Avant chaque coup\u00a0: où l’autre gagnerait-il\u00a0? Bloquez à temps.',
      ),
      start: { moves: ['4', '1', '4', '1', '5', '1'] },
      ask: say('Yellow threatens four. Stop it.', 'Jaune menace d’en aligner quatre. Empêchez-le.'),
      answer: ['1'],
      done: say('Just in time.', 'Juste à temps.'),
    },
    {
      title: say('Two threats at once', 'Deux menaces à la fois'),
      text: say(
        'One threat can be blocked. Two cannot: three in a row with both ends free win by force.',
        'Une menace se bloque. Deux, non\u00a0: trois alignés avec les deux bouts libres gagnent à coup sûr.',
      ),
      start: { moves: ['4', '4', '3', '3'] },
      ask: say('Make a double threat and win.', 'Faites une double menace et gagnez.'),
      answer: ['5', '2'],
      replies: { '5': '6', '2': '5' },
      reached: (_, now) => now.result === '1-0',
      done: say('One end was blocked, the other won.', 'Un bout était bloqué, l’autre a gagné.'),
    },
  ],
  tips: {
    en: [
      'The middle column belongs to more rows of four than any other. With perfect play whoever begins wins, and only by starting in the middle.',
      'Do not play below a place where the other would win: your disc makes it reachable.',
      'The first player likes threats on odd rows, the second on even ones: when the columns fill up, the last places decide.',
    ],
    fr: [
      'La colonne du milieu appartient à plus d’alignements qu’aucune autre. À jeu parfait, qui commence gagne, et seulement en commençant au milieu.',
      'Ne jouez pas sous une place où l’autre gagnerait\u00a0: votre jeton la rend accessible.',
      'Le premier joueur aime les menaces sur les rangées impaires, le second sur les paires\u00a0: quand les colonnes se remplissent, les dernières places décident.',
    ],
  },
};
