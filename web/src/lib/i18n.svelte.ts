// Texts in the visitor's language.  A text may hold {name} for a value and {n|one|many} for a number.
import { texts as boardTexts } from '../boards/texts';
import { en, type TextKey } from '../texts/en';
import { fr } from '../texts/fr';
import { settings } from './settings.svelte';

export type Values = Record<string, string | number>;

const TEXTS = { en, fr };

export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (one === undefined || many === undefined) return String(value);
    return Math.abs(Number(value)) === 1 || (settings.language === 'fr' && Number(value) === 0) ? one : many;
  });
}

export function t(key: TextKey, values?: Values): string {
  return fill(TEXTS[settings.language][key], values);
}

/** For keys made up of parts, which may be missing: the text, or what is said otherwise. */
export function maybe(key: string, otherwise: string, values?: Values): string {
  const text = (TEXTS[settings.language] as Record<string, string>)[key];
  return text === undefined ? otherwise : fill(text, values);
}

/** The boards' own texts. */
export function boardText(key: string, values?: Values): string {
  const all = boardTexts[settings.language] as Record<string, string>;
  return fill(all[key] ?? key, values);
}
