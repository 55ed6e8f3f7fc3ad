// Numbers for reading.
import { settings } from './settings.svelte';

/** 12 345 678 as 12.3 M */
export function count(number: number): string {
  return new Intl.NumberFormat(settings.language, { notation: 'compact', maximumFractionDigits: 1 }).format(number);
}
