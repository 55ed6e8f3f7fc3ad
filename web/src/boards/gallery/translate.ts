// Texts of the boards for the gallery and the tests, filled in as the page does it.
import { texts } from '../texts';

export function translate(language: 'en' | 'fr') {
  const words: Record<string, string> = texts[language];
  return (key: string, values: Record<string, string | number> = {}): string =>
    (words[key] ?? `no text for ${key}`).replace(
      /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g,
      (_, name: string, one?: string, many?: string) =>
        one === undefined ? String(values[name]) : Number(values[name]) === 1 ? one : many!,
    );
}
