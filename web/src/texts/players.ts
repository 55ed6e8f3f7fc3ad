// The named players in French; in English they describe themselves.
import type { PlayerInfo } from '../lib/protocol';
import { settings } from '../lib/settings.svelte';

const FRENCH: Record<string, string> = {
  engine: 'Le moteur de Boxwood\u00a0: le niveau 10 donne tout, le niveau 1 joue sa première partie.',
  perfect: 'Ne se trompe jamais\u00a0: joue d’après la solution exacte du jeu.',
  random: 'N’importe quel coup permis.',
  novice: 'Gagne s’il le peut, ne donne pas le gain au coup suivant, sinon joue au hasard.',
  'novice.quarto': 'Complète une ligne s’il le peut, ne donne pas de pièce qui en complète une, sinon joue au hasard.',
  minimax: 'Minimax à profondeur fixe.',
  'minimax.quarto': 'Alpha-bêta à profondeur adaptée\u00a0: un tour au début, jusqu’à quatre à la fin.',
  'minimax.quoridor': 'Minimax sur les distances et les murs restants.',
  negaalphabeta: 'Négamax avec alpha-bêta sur les distances et les murs restants.',
  alphabeta: 'Minimax avec coupures alpha-bêta\u00a0: les mêmes coups pour moins de travail.',
  negamax: 'L’alpha-bêta sous sa forme courte\u00a0: la valeur de l’un est l’opposé de celle de l’autre.',
  memory: 'Alpha-bêta avec tri des coups et une table des positions déjà vues.',
  quiescence: 'Alpha-bêta qui ne s’arrête pas tant qu’une prise ou une menace est en cours.',
  dynamic: 'Regarde plus loin dans les branches prometteuses et abandonne celles qui semblent perdues.',
  deepening: 'Approfondissement itératif avec mémoire\u00a0: un coup plus loin à chaque fois, jusqu’à la fin du temps.',
  mcts: 'Recherche arborescente de Monte-Carlo, à partir de parties jouées au hasard.',
  lao: 'Alpha-bêta avec tri, table et quiescence, 3 ou 4 coups de profondeur selon l’horloge.',
  corpet: 'Alpha-bêta d’autant de tours que son niveau, avec sept règles d’un joueur exercé.',
  fressinaud: 'Pose sur la case la mieux notée et donne la pièce la moins bien notée, sans calculer.',
  move: 'Suit son plus court chemin, quoi que fasse l’autre.',
  wall: 'Pose des murs en travers du plus court chemin de l’autre, près de son pion, puis marche.',
  movewall: 'Tire à pile ou face\u00a0: marche, ou pose un mur.',
};

export function playerHelp(game: string, player: PlayerInfo): string {
  if (settings.language === 'en') return player.summary;
  return FRENCH[`${player.name}.${game}`] ?? FRENCH[player.name] ?? player.summary;
}
