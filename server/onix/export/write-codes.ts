import type { BookFormat } from '#domain/catalogue/product.ts';

/** Product forms (list 150) of the shop's formats. */
export const FORMS: Readonly<Record<BookFormat, string>> = {
  paperback: 'BC',
  hardback: 'BB',
  large_print: 'BC',
  board_book: 'BH',
  spiral: 'BE',
  audio_cd: 'AC',
  ebook: 'ED',
  audiobook: 'AJ',
};

/** Notification types (list 1): confirmed on publication, and delete. */
export const NOTIFICATION = { confirmed: '03', deleted: '05' } as const;

/** Availability (list 65) as the shop itself knows it: in stock, out of stock, not available. */
export const AVAILABILITY = { inStock: '21', outOfStock: '31', notAvailable: '40' } as const;

/** Prices (lists 58 and 59): recommended, with tax; of members. */
export const PRICE = { withTax: '02', members: '01' } as const;

/** Identifiers (lists 5, 16, 44): proprietary ones, and ISBN-13 as such and as GTIN. */
export const IDENTIFIER = { proprietary: '01', isbn: '15', gtin: '03' } as const;

/** Dates of the formats (list 55) `YYYYMMDD`, `YYYYMM` and `YYYY`, by their precision. */
const DATE_FORMATS: Readonly<Record<number, string>> = { 8: '00', 6: '01', 4: '05' };

/** A date that is as precise as it is known, with the attribute that says so. */
export function onixDate(date: string): { digits: string; attributes: { dateformat: string } } {
  const digits = date.replaceAll('-', '');
  return { digits, attributes: { dateformat: DATE_FORMATS[digits.length]! } };
}

/** Schemes (list 27) of Thema's subjects and, by their first digit, of its qualifiers. */
export function themaScheme(code: string): string {
  const qualifier = /^[1-6]/.exec(code);
  return qualifier ? String(93 + Number(qualifier[0])) : '93';
}

/** A role that has no code (list 17). */
export const OTHER_ROLE = 'Z99';
