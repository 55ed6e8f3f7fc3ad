// What the server refuses, in French: the English pattern and what is said instead.  texts.test.ts reads the
// server's sources and complains of a refusal that has no words here.

export type Rule = [RegExp, (...parts: string[]) => string];

/** `said` translates a part of a text: a task, a reason, what would be right. */
export const refusals = (said: (text: string) => string): Rule[] => [
  // where it was: what was wrong
  [
    /^line (\d+)(?:, move (\d+))?: (.*)$/,
    (line, move, what) => `ligne ${line}${move && `, coup ${move}`}\u00a0: ${said(what)}`,
  ],
  [/^(.*) \(move (\d+) of those given\)$/, (what, move) => `coup ${move}\u00a0: ${said(what)}`],
  [/^(?:nim|connect4|quarto|quoridor|pylos|abalone): (.*)$/, (what) => said(what)],
  [/^'(.*)' is not a move: (.*)$/, (text, right) => `«\u00a0${text}\u00a0» n’est pas un coup\u00a0: ${said(right)}`],
  [
    /^'(.*)' is not allowed now: (.*)$/,
    (text, right) => `«\u00a0${text}\u00a0» n’est pas permis maintenant\u00a0: ${said(right)}`,
  ],
  [
    /^'(.*)' is not allowed: the game is over: .*$/,
    (text) => `«\u00a0${text}\u00a0» n’est pas permis\u00a0: la partie est finie`,
  ],
  [/^an empty text is not a move: (.*)$/, (right) => `un texte vide n’est pas un coup\u00a0: ${said(right)}`],
  [
    /^'(.*)' is more than one move: .*$/,
    (text) => `«\u00a0${text}\u00a0» fait plus d’un coup\u00a0: donnez-les un par un`,
  ],
  [
    /^'(.*)' is not a position: (.*)$/,
    (text, right) => `«\u00a0${text}\u00a0» n’est pas une position\u00a0: ${said(right)}`,
  ],
  [
    /^(.+): ([^ ]+(?:, [^ ]+)*), and (\d+) more \(legal_moves has all\)$/,
    (task, moves, more) => `${said(task)}\u00a0: ${moves} et ${more} autres`,
  ],
  [
    /^((?:drop|take|choose|place|move|put|raise) .+): ([^ ]+(?:, [^ ]+)*)$/,
    (task, moves) => `${said(task)}\u00a0: ${moves}`,
  ],

  // moves
  [
    /^a move takes (\d+)(?: to (\d+))?$/,
    (least, most) => `un coup prend ${most ? `de ${least} à ${most}` : least} allumettes`,
  ],
  [
    /^write the heap, 1 to (\d+), and how many to take, (.+), like 1:1$/,
    (heaps) => `écrivez le tas, de 1 à ${heaps}, et combien vous prenez, comme 1:1`,
  ],
  [/^a move is a column from 1 to (\d+)$/, (most) => `un coup est une colonne de 1 à ${most}`],
  [/^place on a1 to d4, or give @0 to @F$/, () => 'posez de a1 à d4, ou donnez de @0 à @F'],
  [/^cells are written like e2, walls like e3h or e3v$/, () => 'une case s’écrit e2, un mur e3h ou e3v'],
  [
    /^(walls|cells) go from a1 to (\w+)$/,
    (what, last) => `les ${what === 'walls' ? 'murs' : 'cases'} vont de a1 à ${last}`,
  ],
  [
    /^level (\d) has the places a1 (?:to (\w+)|alone)$/,
    (level, last) => `le niveau ${level} a ${last ? `les places de a1 à ${last}` : 'la seule place a1'}`,
  ],
  [
    /^write 1b2 to put, 1b2>2a1 to raise, -1b2 to take back, \. to stop$/,
    () => 'écrivez 1b2 pour poser, 1b2>2a1 pour monter, -1b2 pour reprendre, . pour arrêter',
  ],
  [
    /^one raises to a higher level, never onto what rests on (\w+)$/,
    (place) => `on monte vers un niveau plus haut, jamais sur ce qui repose sur ${place}`,
  ],
  [/^(\w+) is not next to (\w+)$/, (goal, from) => `${goal} n’est pas à côté de ${from}`],
  [/^in this game there are no side steps$/, () => 'dans cette partie on ne se déplace pas de côté'],
  [
    /^two or three marbles in line step to either side$/,
    () => 'deux ou trois billes alignées se déplacent d’un côté ou de l’autre',
  ],
  [
    /^write the rear marble and where it goes, like a1b2, or both ends .* like c6c7d6$/,
    () =>
      'écrivez la bille arrière et où elle va, comme a1b2, ou les deux bouts d’un groupe qui va de côté et où va le premier, comme c6c7d6',
  ],
  [/^row (\w) goes from (\w+) to (\w+)$/, (row, first, last) => `la rangée ${row} va de ${first} à ${last}`],
  [/^no move has been played yet$/, () => 'aucun coup n’a encore été joué'],

  // positions
  [/^it has signs in it that cannot be printed$/, () => 'il contient des signes qui ne s’impriment pas'],
  [/^it begins with the game, one of (.*)$/, (games) => `elle commence par le jeu\u00a0: ${games}`],
  [
    /^the player to move is 0 or 1, not '(.*)'$/,
    (given) => `le joueur au trait est 0 ou 1, pas «\u00a0${given}\u00a0»`,
  ],
  [/^'(.*)' is not x, o or \.$/, (sign) => `«\u00a0${sign}\u00a0» n’est ni x, ni o, ni .`],
  [/^with .* player (\d) is to move, not .*$/, (player) => `c’est au joueur ${player} de jouer`],
  [/^write (?:the |pawns).*, like (.*)$/, (example) => `écrivez-la comme ${example}`],
  [
    /^the board has (\d+) (?:rows|ranks) of (\d+) cells, separated by \/$/,
    (rows, cells) => `le plateau a ${rows} rangées de ${cells} cases, séparées par /`,
  ],
  [/^a disc hangs in the air: .*$/, () => 'un jeton est en l’air\u00a0: chacun repose sur le fond ou sur un autre'],
  [
    /^(\d+) x and (\d+) o cannot be: x begins, in turns$/,
    (x, o) => `${x} x et ${o} o\u00a0: impossible, x commence, à tour de rôle`,
  ],
  [
    /^the player to move has four in a row: .*$/,
    () => 'le joueur au trait a quatre alignés\u00a0: la partie était finie',
  ],
  [
    /^there are fours in a row that no single last disc can have made$/,
    () => 'aucun dernier jeton n’a pu faire tous ces alignements',
  ],
  [/^there (?:is|are) (\d+) heaps?, not (\d+)$/, (heaps, given) => `le nombre de tas est ${heaps}, pas ${given}`],
  [
    /^'(.*)' is not a number of matches from 0 to (\d+)$/,
    (given, most) => `«\u00a0${given}\u00a0» n’est pas un nombre d’allumettes de 0 à ${most}`,
  ],
  [
    /^piece (\w) is there twice, the second time on (\w+)$/,
    (piece, cell) => `la pièce ${piece} y est deux fois, aussi en ${cell}`,
  ],
  [
    /^'(.*)' is not the piece in hand: .*$/,
    (given) => `«\u00a0${given}\u00a0» n’est pas la pièce en main\u00a0: écrivez - ou de @0 à @F`,
  ],
  [/^piece (\w) is on the board and in hand$/, (piece) => `la pièce ${piece} est sur le plateau et en main`],
  [
    /^a line is completed: .*$/,
    () => 'une ligne est complète\u00a0: la partie est finie et personne n’a de pièce en main',
  ],
  [/^two lines are completed that .*$/, () => 'deux lignes sont complètes qu’aucune pièce n’a pu compléter à la fois'],
  [/^'(.*)' is not a piece: .*$/, (given) => `«\u00a0${given}\u00a0» n’est pas une pièce\u00a0: elles vont de 0 à F`],
  [/^the pawns are on two different cells, .*$/, () => 'les pions sont sur deux cases différentes, comme e2/e9'],
  [/^walls left are two numbers from 0 to (\d+), .*$/, (most) => `les murs restants sont deux nombres de 0 à ${most}`],
  [
    /^'(.*)' is not a wall: write .*$/,
    (given) => `«\u00a0${given}\u00a0» n’est pas un mur\u00a0: écrivez ${given}h ou ${given}v`,
  ],
  [/^'(.*)' is not a (?:cell|wall): (.*)$/, (given, right) => `«\u00a0${given}\u00a0» ne va pas\u00a0: ${said(right)}`],
  [/^wall (\w+) crosses or overlaps another$/, (wall) => `le mur ${wall} en croise ou en recouvre un autre`],
  [
    /^(\d+) on the board and (.+) left do not make (\d+) walls$/,
    (placed, left, all) => `${placed} sur le plateau et ${left} en réserve ne font pas ${all} murs`,
  ],
  [
    /^the walls leave player (\d)'s pawn no way to rank (\d+)$/,
    (player, rank) => `les murs ne laissent au pion du joueur ${player} aucun chemin vers la rangée ${rank}`,
  ],
  [
    /^player (\d) has won on rank (\d+) .*$/,
    (player, rank) => `le joueur ${player} a gagné sur la rangée ${rank} et n’est pas au trait`,
  ],
  [/^there are four levels, .*$/, () => 'il y a quatre niveaux, depuis le bas, séparés par\u00a0:'],
  [
    /^level (\d+) has (\d+) ranks of \d+ places, separated by \/$/,
    (level, size) => `le niveau ${level} a ${size} rangées de ${size} places, séparées par /`,
  ],
  [
    /^'(.*)' is not - \(nothing to take back\), take2 or take1$/,
    (given) => `«\u00a0${given}\u00a0» n’est ni -, ni take2, ni take1`,
  ],
  [
    /^the marble on (\w+) hangs in the air: .*$/,
    (place) => `la bille en ${place} est en l’air\u00a0: il en faut quatre dessous`,
  ],
  [
    /^there are (\d+) ([xo]): each player has (\d+) marbles$/,
    (n, sign, all) => `il y a ${n} ${sign}\u00a0: chaque joueur a ${all} billes`,
  ],
  [
    /^player (\d) has the top and .*$/,
    (player) => `le joueur ${player} a le sommet et n’est pas au trait\u00a0: la partie était finie`,
  ],
  [
    /^with the top taken the game is over: .*$/,
    () => 'le sommet est pris\u00a0: la partie est finie, il n’y a rien à reprendre',
  ],
  [
    /^'(.*)' cannot be: without squares .*$/,
    (given) => `«\u00a0${given}\u00a0»\u00a0: sans carrés ni lignes, personne ne reprend`,
  ],
  [
    /^player (\d) may not take back: .*$/,
    (player) => `le joueur ${player} ne peut rien reprendre\u00a0: il y faut une figure avec une bille libre`,
  ],
  [
    /^player (\d) cannot have taken back .*$/,
    (player) => `le joueur ${player} n’a pas pu reprendre une bille et en avoir une deuxième à prendre`,
  ],
  [
    /^the plies left are a number from 0 to (\d+), not '(.*)'$/,
    (most, given) => `les coups restants sont un nombre de 0 à ${most}, pas «\u00a0${given}\u00a0»`,
  ],
  [
    /^the board has 9 rows, i to a, separated by \/, not (\d+)$/,
    (given) => `le plateau a 9 rangées, de i à a, séparées par /, pas ${given}`,
  ],
  [/^row (\w) has (\d+) cells, not (\d+)$/, (row, cells, given) => `la rangée ${row} a ${cells} cases, pas ${given}`],
  [
    /^'(.*)' in row (\w) is not x, .*$/,
    (given, row) => `«\u00a0${given}\u00a0», rangée ${row}, n’est ni x, ni o, ni ., ni un nombre de cases vides`,
  ],
  [
    /^(\d+) (black|white) marbles: there are (\d+) at first, and the game is over at (\d+)$/,
    (n, colour, all, least) =>
      `${n} billes ${colour === 'black' ? 'noires' : 'blanches'}\u00a0: il y en a ${all} au début, et la partie finit à ${least}`,
  ],
  [
    /^(black|white) has lost already, .*$/,
    (who) => `${who === 'black' ? 'noir' : 'blanc'} a déjà perdu\u00a0: l’autre n’est pas au trait`,
  ],
  [
    /^after (\d+) plies, .* player (\d) is to move, .*$/,
    (plies, player) => `après ${plies} coups, c’est au joueur ${player} de jouer`,
  ],
  [/^after (\d+) plies there cannot be .*$/, (plies) => `après ${plies} coups, il ne peut pas manquer tant de billes`],

  // options, programs and records
  [/^there is no game '(.*)': .*$/, (game) => `il n’y a pas de jeu «\u00a0${game}\u00a0»`],
  [
    /^there is no option '(.*)': the options are (.*)$/,
    (name, all) => `il n’y a pas d’option «\u00a0${name}\u00a0»\u00a0: il y a ${all}`,
  ],
  [
    /^(.+) is not possible: it takes (.*)$/,
    (given, takes) => `${given} n’est pas possible\u00a0: valeurs admises\u00a0: ${takes}`,
  ],
  [/^'(.*)' is not an option: .*$/, (given) => `«\u00a0${given}\u00a0» n’est pas une option\u00a0: écrivez nom=valeur`],
  [/^option '(.*)' is given twice$/, (name) => `l’option «\u00a0${name}\u00a0» est donnée deux fois`],
  [
    /^(\d+)x(\d+) is too large: .*$/,
    (width, height) => `${width}x${height} est trop grand\u00a0: largeur × (hauteur + 1) fait au plus 63`,
  ],
  [
    /^there is no player '(.*)': there are (.*)$/,
    (name, all) => `il n’y a pas de joueur «\u00a0${name}\u00a0»\u00a0: il y a ${all}`,
  ],
  [
    /^player (\w+): '(.*)' is not a parameter: .*$/,
    (player, word) => `joueur ${player}\u00a0: «\u00a0${word}\u00a0» n’est pas un réglage\u00a0: écrivez nom=valeur`,
  ],
  [
    /^there is no evaluation '(.*)': there are (.*)$/,
    (name, all) => `il n’y a pas d’évaluation «\u00a0${name}\u00a0»\u00a0: il y a ${all}`,
  ],
  [
    /^(\d+) moves are too many for the server: at most (\d+)$/,
    (n, most) => `${n} coups sont trop pour le serveur\u00a0: au plus ${most}`,
  ],
  [
    /^'(.*)' is not a result: .*$/,
    (given) => `«\u00a0${given}\u00a0» n’est pas un résultat\u00a0: 1-0, 0-1, 1/2-1/2, ou * si la partie continue`,
  ],
  [
    /^the result cannot be (.+): the moves end (.+), .*$/,
    (given, end) => `le résultat ne peut être ${given}\u00a0: les coups finissent par ${end}`,
  ],
  [
    /^'(.*)' is not the name of a tag: .*$/,
    (name) => `«\u00a0${name}\u00a0» n’est pas un nom d’étiquette\u00a0: une lettre, puis lettres et chiffres`,
  ],
  [/^this is not a tag: .*$/, () => 'ce n’est pas une étiquette\u00a0: écrivez [Nom "valeur"] sur une ligne'],
  [
    /^a comment begins here and does not end: .*$/,
    () => 'un commentaire commence ici et ne finit pas\u00a0: fermez-le par }',
  ],
  [/^here is a (.) without its (.)$/, (here, other) => `ici un ${here} sans son ${other}`],
  [/^here is a quote that belongs to no tag$/, () => 'ici un guillemet qui n’est à aucune étiquette'],
  [
    /^the tag (\w+) is given twice, first in line (\d+)$/,
    (tag, line) => `l’étiquette ${tag} est donnée deux fois, d’abord à la ligne ${line}`,
  ],
  [
    /^a record begins with its tags, and .* is missing$/,
    () => 'une partie notée commence par ses étiquettes, et [Game "..."] manque',
  ],
  [/^the tags Options and Position disagree: .*$/, () => 'les étiquettes Options et Position se contredisent'],
  [
    /^'(.*)' comes after the result, .*$/,
    (text) => `«\u00a0${text}\u00a0» vient après le résultat, où la partie finit`,
  ],
  [
    /^the tag (\w+) comes too late: .*$/,
    (tag) => `l’étiquette ${tag} vient trop tard\u00a0: elles précèdent les coups`,
  ],
  [
    /^a variation stands after the move that .*$/,
    () => 'une variante suit le coup qu’elle remplace, et il n’y en a pas encore',
  ],
  [/^variations lie more than (\d+) deep in each other$/, (most) => `les variantes s’emboîtent à plus de ${most}`],
  [/^the variation that ends here has no moves$/, () => 'la variante qui finit ici n’a pas de coups'],
  [
    /^a variation begins here and does not end: .*$/,
    () => 'une variante commence ici et ne finit pas\u00a0: fermez-la par )',
  ],
  [/^the record breaks off: .*$/, () => 'la partie s’interrompt\u00a0: elle finit par 1-0, 0-1, 1/2-1/2 ou *'],
  [
    /^the tag Result says '(.*)', but the record ends (.*)$/,
    (tag, end) => `l’étiquette Result dit «\u00a0${tag}\u00a0», mais la partie finit par ${end}`,
  ],
  [
    /^the result is (.+), but the moves end ([^,]+), .*$/,
    (given, end) => `le résultat est ${given}, mais les coups finissent par ${end}`,
  ],

  // at the table
  [/^the game is over(?:: .*)?$/, () => 'la partie est finie'],
  [/^you are watching: .*$/, () => 'vous regardez\u00a0: seuls ceux qui jouent le peuvent'],
  [/^the pace can be set when programs play each other$/, () => 'le rythme se règle quand deux programmes jouent'],
  [
    /^this was meant as move (\d+), but (\d+) have been played$/,
    (meant, played) => `c’était le coup ${meant}, mais ${played} ont été joués`,
  ],
  [/^it is the turn of .*, which is not you$/, () => 'ce n’est pas à vous de jouer'],
  [/^it is not your turn$/, () => 'ce n’est pas à vous de jouer'],
  [/^wait until your friend has come$/, () => 'attendez que votre ami soit là'],
  [/^there is no move of yours to take back$/, () => 'vous n’avez pas de coup à reprendre'],
  [/^there is no offer for you to answer$/, () => 'il n’y a pas de proposition à laquelle répondre'],
  [/^nobody can resign for another$/, () => 'personne n’abandonne pour un autre'],
  [/^a rematch can be played when this game is over$/, () => 'la revanche se joue quand cette partie est finie'],
  [/^the rematch has begun already$/, () => 'la revanche a déjà commencé'],
  [/^this seat is another person's$/, () => 'cette place est à quelqu’un d’autre'],
  [/^a person has this seat already$/, () => 'quelqu’un a déjà cette place'],
  [/^against a friend you play yourself$/, () => 'contre un ami, on joue soi-même'],
  [/^against a friend there are no hints$/, () => 'contre un ami, pas d’indices'],
  [/^a hint is on its way$/, () => 'un indice arrive'],
  [/^you have no seat in this game$/, () => 'vous n’avez pas de place dans cette partie'],
  [/^both seats of this game are taken: .*$/, () => 'les deux places sont prises\u00a0: vous pouvez regarder'],
  [/^somebody else was faster: .*$/, () => 'quelqu’un a été plus rapide\u00a0: regardez à nouveau la partie'],
  [/^there is no game at this address: .*$/, () => 'il n’y a pas de partie à cette adresse'],
  [/^this token is not one of ours$/, () => 'ce jeton n’est pas des nôtres'],
  [/^this token is for another game$/, () => 'ce jeton est pour une autre partie'],
  [/^this token has expired$/, () => 'ce jeton n’est plus valable'],
  [/^you ask too often: .*$/, () => 'vous demandez trop souvent\u00a0: attendez un peu'],
  [/^you begin games too often: .*$/, () => 'vous commencez trop de parties\u00a0: attendez un peu'],
  [
    /^you have asked for more than the server can think about: .*$/,
    () => 'c’est plus que le serveur ne peut réfléchir\u00a0: attendez un peu',
  ],
  [/^nothing can be (?:stored|looked up) now: .*$/, () => 'le serveur n’a pas accès à ses parties pour le moment'],
  [/^the program failed$/, () => 'le programme a échoué'],
];
