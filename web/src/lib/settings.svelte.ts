// What the visitor prefers, kept in his browser: language, theme, sounds, last opponent.
import { read, write } from './storage';

export type Language = 'en' | 'fr';
export type Theme = 'auto' | 'light' | 'dark';

const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)'); // not where tests run

class Settings {
  language = $state<Language>(read('language', navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en'));
  theme = $state<Theme>(read('theme', 'auto'));
  sounds = $state<boolean>(read('sounds', false));
  level = $state<number>(read('level', 3));
  private systemDark = $state(dark?.matches ?? false);
  shade = $derived(this.theme === 'auto' ? (this.systemDark ? 'dark' : 'light') : this.theme);

  constructor() {
    dark?.addEventListener('change', () => (this.systemDark = dark.matches));
  }

  set<K extends 'language' | 'theme' | 'sounds' | 'level'>(name: K, value: Settings[K]) {
    this[name] = value as never;
    write(name, value);
  }
}

export const settings = new Settings();
