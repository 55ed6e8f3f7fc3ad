// What every board is given.  Boards know no rules: a position is text, and moves are the strings of `legal`.
import type { Component } from 'svelte';
import type { Snapshot } from '../lib/protocol';

export type Translate = (key: string, values?: Record<string, string | number>) => string;

export interface Label {
  text: string;
  tone: 'win' | 'draw' | 'loss' | 'plain';
}

export interface Arrow {
  move: string;
  strength: number; // 0 to 1
}

export interface BoardProps {
  snapshot: Snapshot; // what to draw
  legal: string[]; // moves that the viewer may make now
  flipped: boolean; // seen from the other side
  last: string | null; // move to mark
  arrows: Arrow[]; // best moves of the analysis
  labels: Record<string, Label>; // shown on legal moves
  preview: (move: string) => Promise<Snapshot>; // the position after a legal move
  showPaths?: boolean; // Quoridor: snapshot.extras.paths
  t: Translate;
  onmove: (move: string) => void;
  announce?: (text: string) => void; // to a screen reader
}

export type Board = Component<BoardProps>;
