import { latinDigits } from '../latin-digits.ts';

/** An ISBN in any writing as its thirteen digits, or nothing when no valid one is there. ISBN-10 becomes ISBN-13. */
export function parseIsbn(text: string): string | undefined {
  const bare = fold(text);
  if (/^97[89]\d{10}$/.test(bare)) return isValidIsbn13(bare) ? bare : undefined;
  if (/^\d{9}[\dX]$/.test(bare)) return isValidIsbn10(bare) ? isbn13FromIsbn10(bare) : undefined;
  return undefined;
}

/** Whether a text stands where an ISBN is not known yet: `9780000000000`, `978XXXXXXXXXX`. */
export function isPlaceholderIsbn(text: string): boolean {
  return /^97[89]([\dX])\1{8}/.test(fold(text)) || /^([\dX])\1{8}/.test(fold(text));
}

/** The first valid ISBN inside a sentence, as thirteen digits; one of thirteen digits goes before one of ten. */
export function findIsbn(text: string): string | undefined {
  const candidates = [...(text.match(THIRTEEN) ?? []), ...(text.match(TEN) ?? [])];
  return candidates.map(parseIsbn).find((isbn) => isbn !== undefined);
}

/**
 * The valid ISBNs that differ from an invalid one in a text by one digit or by two neighbours that changed places; none where
 * the text has no number of such a length, or a valid ISBN.
 */
export function similarIsbns(text: string): string[] {
  const typed = (text.match(THIRTEEN) ?? text.match(TEN) ?? []).map(fold)[0];
  if (typed === undefined || findIsbn(text)) return [];
  const digits = [...typed];
  const swapped = digits.slice(1).map((digit, index) => digits.with(index, digit).with(index + 1, digits[index]!));
  const replaced = digits.flatMap((_, place) =>
    Array.from({ length: 10 }, (_, digit) => digits.with(place, String(digit))),
  );
  const valid = [...swapped, ...replaced].flatMap((other) => parseIsbn(other.join('')) ?? []);
  return [...new Set(valid)];
}

const THIRTEEN = digitsInARow(13);
const TEN = digitsInARow(10);

/** So many digits, the last may be an X, with at most one space or dash between two, and no digit around them. */
function digitsInARow(length: number): RegExp {
  const digit = '[\\d٠-٩۰-۹]';
  const gap = '[\\s\\p{Pd}\\u200E\\u200F]?';
  return new RegExp(`(?<!${digit})(?:${digit}${gap}){${length - 1}}[\\dxX٠-٩۰-۹](?!${digit})`, 'gu');
}

/** The thirteenth digit for the first twelve: weights 1, 3, 1, 3 … */
export function isbn13CheckDigit(first12: string): string {
  const sum = [...first12].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

function isValidIsbn13(digits: string): boolean {
  if (digits.startsWith('9790') || digits === '9780000000002') return false;
  return isbn13CheckDigit(digits.slice(0, 12)) === digits[12];
}

function isValidIsbn10(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, index) => total + valueOf(digit) * (10 - index), 0);
  return sum % 11 === 0 && digits !== '0000000000';
}

function isbn13FromIsbn10(digits: string): string {
  const first12 = `978${digits.slice(0, 9)}`;
  return first12 + isbn13CheckDigit(first12);
}

function valueOf(digit: string): number {
  return digit === 'X' ? 10 : Number(digit);
}

function fold(text: string): string {
  return latinDigits(text)
    .replace(/[\s\p{Pd}\u200B-\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .toUpperCase();
}
