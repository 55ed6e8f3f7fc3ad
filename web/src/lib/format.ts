// Numbers for reading.
import { settings } from './settings.svelte';

/** 12 345 678 as 12.3 M */
export function count(number: number): string {
  return new Intl.NumberFormat(settings.language, { notation: 'compact', maximumFractionDigits: 1 }).format(number);
}

export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(settings.language, { maximumFractionDigits: digits }).format(value);
}

/** Of anything from a thousandth to a million: as many digits as say something. */
export function ratio(value: number): string {
  const format =
    value < 1 ? { minimumSignificantDigits: 2, maximumSignificantDigits: 2 } : { maximumSignificantDigits: 3 };
  return new Intl.NumberFormat(settings.language, value < 1e5 ? format : { ...format, notation: 'compact' }).format(
    value,
  );
}

/** A share of 1; small ones with a digit more. */
export function percent(share: number, digits = share < 0.1 ? 1 : 0): string {
  return new Intl.NumberFormat(settings.language, { style: 'percent', maximumFractionDigits: digits }).format(share);
}

/** A p-value, as reports write it. */
export function probability(p: number): string {
  return p < 0.001 ? `< ${number(0.001, 3)}` : number(p, p < 0.1 ? 3 : 2);
}
