// The lessons of the six games.
import { abalone } from './abalone';
import { connect4 } from './connect4';
import type { Lesson } from './lesson';
import { nim } from './nim';
import { pylos } from './pylos';
import { quarto } from './quarto';
import { quoridor } from './quoridor';

export const LESSONS: Record<string, Lesson> = { nim, connect4, quarto, quoridor, pylos, abalone };
