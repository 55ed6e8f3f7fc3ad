// Whether Pylos and Quarto are shown in space: the visitor's wish, which holds from game to game.

class Wish {
  wanted = $state(false);
  impossible = $state(false); // the browser has no WebGL
  get on(): boolean {
    return this.wanted && !this.impossible;
  }
}

export const space = new Wish();
