// What a screen reader is told as it happens; App.svelte holds the live region.

class Announcer {
  text = $state('');

  say = (text: string) => {
    this.text = text === this.text ? `${text}\u00a0` : text; // the same again is news too
  };
}

export const announcer = new Announcer();
