import { DEFAULT_LOCALE, inDigitsOf, type Locale } from './locale.ts';

/** An amount of money in whole sen (1 RM = 100 sen). Always an integer below 2^53. */
export type Sen = number;

/** A wire amount in RM (`39.9`) as whole sen. The caller has checked that it has at most two decimals. */
export function senFromRinggit(ringgit: number): Sen {
  return Math.round(ringgit * 100);
}

/** Whole sen as the wire's RM number with at most two decimals. */
export function ringgitFromSen(sen: Sen): number {
  return sen / 100;
}

/** True when an RM number is finite and has at most two decimals. */
export function isWholeSen(ringgit: number): boolean {
  return Number.isFinite(ringgit) && Math.round(ringgit * 100) / 100 === ringgit;
}

/** How every price is written: `RM 1,234.50`, the minus before the currency, in the digits of a language. */
export function formatSen(sen: Sen, locale: Locale = DEFAULT_LOCALE): string {
  const whole = Math.trunc(Math.abs(sen) / 100);
  const rest = String(Math.abs(sen) % 100).padStart(2, '0');
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sen < 0 ? '−' : ''}RM ${inDigitsOf(locale, `${grouped}.${rest}`)}`;
}

/** `part / whole` of an amount, rounded half up to the sen; amounts are not negative. */
export function portionOf(amount: Sen, part: number, whole: number): Sen {
  const rest = amount % whole;
  return ((amount - rest) / whole) * part + Math.floor((2 * rest * part + whole) / (2 * whole));
}
