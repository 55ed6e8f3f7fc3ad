// What a screen reader is told of a board: every move, but not the one that is there when the board appears.
import { untrack } from 'svelte';

export function sayChanges(text: () => string, say: (text: string) => void): void {
  let said = untrack(text);
  $effect(() => {
    const now = text();
    if (now && now !== said) untrack(() => say(now));
    said = now;
  });
}
