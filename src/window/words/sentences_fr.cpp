// French. A sentence that changes in the room it comes from changes here too: tests/window/sentences_test.cpp
// raises the errors and reads the registry.
#include "window/words/sentences.h"

namespace losange::window {

const SentenceTable& french_sentences() {
  static const SentenceTable table{
      // Strategies.
      {"any legal move with equal chance", "un coup permis au hasard"},
      {"flat Monte-Carlo: the same number of random playouts for every move",
       "Monte-Carlo plat : autant de parties au hasard pour chaque coup"},
      {"Monte-Carlo tree search: UCT with RAVE, playouts that know shapes",
       "recherche arborescente Monte-Carlo : UCT avec RAVE, parties qui connaissent les motifs"},
      {"the same search with the standard settings of YOPT ({})",
       "la même recherche avec les réglages de YOPT ({})"},
      {"the net alone, without any search: the move its policy likes best",
       "le réseau seul, sans recherche : le coup qu’il préfère"},
      {"tree search led by the net: PUCT with its priors and values",
       "recherche arborescente guidée par le réseau (PUCT)"},
      {"alpha-beta over a static evaluation: the classical player",
       "alpha-bêta sur une évaluation statique : le joueur classique"},
      {"the same search with the configuration of HexProject: its evaluation, five plies",
       "la même recherche réglée comme HexProject : son évaluation, cinq coups d’avance"},
      {"the same search, its leaves valued by a perceptron on the numbers of the heuristics",
       "la même recherche, évaluée par un perceptron sur les nombres des heuristiques"},
      {"the same search, its leaves valued by a graph net",
       "la même recherche, évaluée par un réseau sur le graphe"},
      {"moves from a learned book, and off the book the shortest path",
       "les coups d’un livre appris, et hors du livre le plus court chemin"},

      // Where.
      {"line {}, column {}: {}", "ligne {}, colonne {} : {}"},
      {"move {} of the variation from move {}: {}", "coup {} de la variante du coup {} : {}"},
      {"move {}: {}", "coup {} : {}"},

      // Files.
      {"cannot open {}: {}", "impossible d’ouvrir {} : {}"},
      {"cannot read {}: {}", "impossible de lire {} : {}"},
      {"cannot write {}: {}", "impossible d’écrire {} : {}"},
      {"cannot make the folder {}: {}", "impossible de créer le dossier {} : {}"},
      {"there is no folder {}: make it, or save elsewhere",
       "le dossier {} n’existe pas : créez-le, ou enregistrez ailleurs"},
      {"{} is a folder: name a file in it", "{} est un dossier : nommez un fichier dedans"},
      {"cannot list the folder {}: {}", "impossible de lire le dossier {} : {}"},
      {"the folder losange was started in is gone: start it in another one",
       "le dossier d’où losange a été lancé n’existe plus : lancez-le depuis un autre"},
      {"unexpected error: {}", "erreur imprévue : {}"},
      {"No such file or directory", "ce fichier ou ce dossier n’existe pas"},
      {"Permission denied", "accès refusé"},
      {"Is a directory", "c’est un dossier"},
      {"Not a directory", "ce n’est pas un dossier"},
      {"No space left on device", "le disque est plein"},
      {"Read-only file system", "le disque est protégé contre l’écriture"},
      {"check the folder, or start losange in another one",
       "vérifiez le dossier, ou lancez losange depuis un autre"},
      {"{} is larger than {} MiB: that is not a file this command reads",
       "{} dépasse {} Mio : ce n’est pas une partie"},
      {"cannot draw a picture of {} x {} pixels here: export an SVG instead",
       "impossible de dessiner une image de {} x {} pixels ici : exportez plutôt un SVG"},

      // Games.
      {"no game found: the file should hold SGF, PDN, a HexWorld link or a list of moves",
       "aucune partie trouvée : il faut du SGF, du PDN, un lien HexWorld ou une liste de coups"},
      {"no game found: an SGF file holds a game between '(;' and ')', for example {}",
       "aucune partie trouvée : un fichier SGF contient une partie entre « (; » et « ) », par "
       "exemple "
       "{}"},
      {"'{}' is not a game. Give {}",
       "« {} » n’est pas une partie : donnez un fichier (partie.sgf), un lien HexWorld ou une "
       "liste de "
       "coups (a3 swap h4)"},
      {"this is another game (GM[{}]): losange reads Hex, which is GM[11]",
       "c’est un autre jeu (GM[{}]) : losange lit le Hex, GM[11]"},
      {"the window has no board for a game of {}",
       "la fenêtre n’a pas de plateau pour ce jeu ({})"},
      {"'{}' is not a board size: write SZ[11] or SZ[11:11]",
       "« {} » n’est pas une taille de plateau : écrivez SZ[11] ou SZ[11:11]"},
      {"the board is {} columns by {} rows: losange plays on square boards only",
       "le plateau a {} colonnes et {} lignes : losange ne joue que sur des plateaux carrés"},
      {"board size {} is out of range: losange plays on {} to {}",
       "taille de plateau {} impossible : losange joue de {} à {}"},
      {"'{}' is not a cell of the {}x{} board: type a column letter a-{} and a row number 1-{}, "
       "for "
       "example {}",
       "« {} » n’est pas une case du plateau {}x{} : une lettre de a à {} puis un nombre de 1 à "
       "{}, par "
       "exemple {}"},
      {"'{}' is not a move: write cells, swap, pass or resign, for example a3 swap f6",
       "« {} » n’est pas un coup : écrivez des cases, swap, pass ou resign, par exemple a3 swap "
       "f6"},
      {"{} is taken: choose an empty cell", "{} est occupée : choisissez une case vide"},
      {"{} cannot be played: the game is over", "{} ne peut pas être jouée : la partie est finie"},
      {"the game is over: undo or start a new one",
       "la partie est finie : annulez un coup ou commencez-en une autre"},
      {"there is no move to play: the game is over", "aucun coup à jouer : la partie est finie"},
      {"swap is not possible now: only the second player may swap, as the answer to the first "
       "stone, "
       "when the game is played with the swap rule",
       "l’échange n’est pas possible maintenant : seul le second joueur peut échanger, en réponse "
       "à la "
       "première pierre, si la règle du swap est en vigueur"},
      {"only the side to move may swap", "seul le camp qui a le trait peut échanger"},
      {"a cell holds stones of both sides", "une case porte des pierres des deux camps"},
      {"a node holds two moves: put ';' before the second one",
       "un nœud contient deux coups : mettez « ; » devant le second"},
      {"{} is set up twice in one node: leave one out",
       "{} est posée deux fois dans un nœud : retirez-en une"},
      {"a rectangle of points has two corners, as in a1:c3",
       "un rectangle de points a deux coins, comme a1:c3"},
      {"'{}' is no side to move: write PL[B] or PL[W]",
       "« {} » n’est pas un camp : écrivez PL[B] ou PL[W]"},
      {"expected ';' after '(': every variation begins with a node",
       "« ; » attendu après « ( » : chaque variante commence par un nœud"},
      {"a node stands after a variation: put '(' before it and ')' where its line ends",
       "un nœud suit une variante : mettez « ( » devant et « ) » à la fin de sa ligne"},
      {"the game tree that opens here is never closed: the file is cut short, or a ')' is missing "
       "at its "
       "end",
       "l’arbre ouvert ici n’est jamais fermé : le fichier est coupé, ou il manque « ) » à la fin"},
      {"the value that opens here is never closed: add ']' at its end (a ']' inside a value is "
       "written \\])",
       "la valeur ouverte ici n’est jamais fermée : ajoutez « ] » à sa fin (un « ] » intérieur "
       "s’écrit "
       "\\])"},
      {"unexpected '{}': between properties only ';', '(' and ')' may stand; {}",
       "« {} » inattendu : entre les propriétés, seuls « ; », « ( » et « ) » sont permis"},
      {"unexpected '{}': moves are written one after the other, as in #11,a3:sh4",
       "« {} » inattendu : les coups s’écrivent l’un après l’autre, comme #11,a3:sh4"},
      {"the game has ended before this: leave out what follows the end",
       "la partie est déjà finie : retirez ce qui suit la fin"},
      {"after '#' stands the board size, for example #11,a3b4",
       "après « # » vient la taille du plateau, par exemple #11,a3b4"},
      {"between the board size and the first ',' only view fields may stand (n, m, r1 to r12, c1), "
       "for "
       "example #11r9c1,a3b4",
       "entre la taille et la première virgule, seuls des champs de vue sont permis (n, m, r1 à "
       "r12, c1), "
       "par exemple #11r9c1,a3b4"},
      {"after ':' stands s (swap), S (swap sides), p (pass), rb or rw (resign), fb or fw (forfeit)",
       "après « : » vient s (échange), S (échange des camps), p (passe), rb ou rw (abandon), fb ou "
       "fw "
       "(forfait)"},
      {"a third ',': the link has one after the size and one at the cursor",
       "une troisième virgule : le lien en a une après la taille et une au curseur"},
      {"expected a space or ',' between two moves", "un espace ou une virgule sépare deux coups"},
      {"the game has setup that takes stones off the board, which links and move lists cannot "
       "hold: "
       "write SGF instead",
       "la partie retire des pierres du plateau, ce que liens et listes ne peuvent dire : "
       "enregistrez en "
       "SGF"},

      // Players.
      {"the program '{}' {}", "le programme « {} » {}"},
      {"cannot be started: check the command line ({})",
       "ne peut pas être lancé : vérifiez la ligne de commande ({})"},
      {"ended with code {} at '{}'", "s’est arrêté avec le code {} à « {} »"},
      {"did not answer '{}' within {}", "n’a pas répondu à « {} » en {}"},
      {"answered '{}' with an error: {}", "a répondu à « {} » par une erreur : {}"},
      {"played '{}', which is not legal: {}", "a joué « {} », qui est interdit : {}"},
      {"refused '{}', which is legal: {}", "a refusé « {} », qui est permis : {}"},
      {"sent a line that does not end", "a envoyé une ligne sans fin"},
      {"sent a reply that does not end", "a envoyé une réponse sans fin"},
      {"was stopped", "a été arrêté"},
      {"there is no player '{}': {}", "il n’y a pas de joueur « {} »"},
      {"this player knows only {}, not {}: choose another one",
       "ce joueur ne connaît que {}, pas {} : choisissez-en un autre"},
      {"there is no net to play with: name one with model=FILE, or put it in one of {}",
       "aucun réseau pour jouer : nommez-en un par model=FICHIER, ou placez-le dans l’un de : {}"},
      {"{} is cut short: {} of {} bytes are there; copy it again from where it came",
       "{} est incomplet ({} octets sur {}) : copiez-le de nouveau"},
      {"{} is not a safetensors file", "{} n’est pas un fichier safetensors"},
      {"its numbers do not match its hash: the file is damaged; copy it again from where it came",
       "le fichier est abîmé : copiez-le de nouveau"},
      {"the book {} is for {}, the game is on {}: {}",
       "le livre {} est pour {}, la partie se joue en {} : jouez sans livre"},
  };
  return table;
}

}  // namespace losange::window
