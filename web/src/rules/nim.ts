// Nim: take one to three matches; whoever takes the last one loses.
import { anyMove, say, type Lesson } from './lesson';

export const nim: Lesson = {
  steps: [
    {
      title: say('Take one, two or three', 'Prenez-en une, deux ou trois'),
      text: say(
        'Twenty-one matches lie in a row. The players take turns; each takes one, two or three.',
        'Vingt et une allumettes sont alignées. Chacun à son tour en prend une, deux ou trois.',
      ),
      start: {},
      ask: say('Take some matches.', 'Prenez des allumettes.'),
      answer: ['3'],
      reached: anyMove,
      done: say(
        'That is the whole move. Now it would be the other’s turn.',
        'C’est tout. Ce serait maintenant à l’autre.',
      ),
    },
    {
      title: say('The last match loses', 'La dernière perd'),
      text: say(
        'Whoever has to take the last match has lost. So leave exactly one.',
        'Qui doit prendre la dernière allumette a perdu. Laissez-en donc exactement une.',
      ),
      start: { position: 'nim 4 0' },
      ask: say('Four are left. Win.', 'Il en reste quatre. Gagnez.'),
      answer: ['3'],
      replies: { '3': '1' },
      reached: (_, now) => now.result === '1-0',
      done: say(
        'One was left, the other had to take it: you win.',
        'Il en restait une, l’autre a dû la prendre\u00a0: gagné.',
      ),
    },
    {
      title: say('Five is a trap', 'Cinq est un piège'),
      text: say(
        'Whoever faces five is lost: whatever is taken, one to three, the answer leaves one. The same holds for 9, 13, 17 and 21.',
        'Qui se trouve devant cinq est perdu\u00a0: quoi qu’il prenne, la réponse en laisse une. De même pour 9, 13, 17 et 21.',
      ),
      start: { position: 'nim 7 0' },
      ask: say('Seven are left. Leave five.', 'Il en reste sept. Laissez-en cinq.'),
      answer: ['2'],
      done: say('Now the other is lost, whatever happens.', 'L’autre est perdu, quoi qu’il arrive.'),
    },
    {
      title: say('Keep the rhythm', 'Gardez le rythme'),
      text: say(
        'Answer one with three, two with two, three with one: each round takes four, and you stay on 9, 5, 1.',
        'Répondez trois à une, deux à deux, une à trois\u00a0: chaque tour en enlève quatre, et vous restez sur 9, 5, 1.',
      ),
      start: { position: 'nim 8 0' },
      ask: say('The other left eight. Win the game.', 'L’autre en a laissé huit. Gagnez la partie.'),
      answer: ['3', '2'],
      replies: { '3': '2', '3 2 2': '1' },
      reached: (_, now) => now.result === '1-0',
      done: say('Eight, five, one. Nobody can escape that rhythm.', 'Huit, cinq, une. Nul n’échappe à ce rythme.'),
    },
    {
      title: say('With heaps', 'Avec des tas'),
      text: say(
        'In the heap game a move takes from one heap only, as many as you like. The last match still loses.',
        'Avec des tas, on prend dans un seul tas, autant qu’on veut. La dernière perd toujours.',
      ),
      start: { position: 'nim 1,3 0 take=0 heaps=1,3' },
      ask: say('Leave a single match.', 'Laissez une seule allumette.'),
      answer: ['2:3'],
      replies: { '2:3': '1:1' },
      reached: (_, now) => now.result === '1-0',
      done: say(
        'The big heap is gone, the last match is the other’s.',
        'Le grand tas est parti, la dernière est pour l’autre.',
      ),
    },
  ],
  tips: {
    en: [
      'With twenty-one matches the player who begins is lost against perfect play: let the other begin.',
      'One mistake is enough: as soon as the other leaves a number that is not 1, 5, 9, 13 or 17, take the game over.',
      'Heaps of 1, 3, 5 and 7 are lost for whoever begins, too.',
    ],
    fr: [
      'À vingt et une allumettes, qui commence est perdu contre un jeu parfait\u00a0: laissez l’autre commencer.',
      'Une seule erreur suffit\u00a0: dès que l’autre laisse un nombre autre que 1, 5, 9, 13 ou 17, prenez la main.',
      'Les tas 1, 3, 5 et 7 sont perdus, eux aussi, pour qui commence.',
    ],
  },
};
