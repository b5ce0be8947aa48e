/** The physical formats we sell, in the order in which a book page lists them. */
export const PHYSICAL_FORMATS = ['paperback', 'hardback', 'large_print', 'board_book', 'spiral', 'audio_cd'] as const;

/** Formats that a feed may bring and that are shown as existing, but not sold: there is nothing to deliver them yet. */
export const DIGITAL_FORMATS = ['ebook', 'audiobook'] as const;

export const ALL_FORMATS = [...PHYSICAL_FORMATS, ...DIGITAL_FORMATS] as const;
export type BookFormat = (typeof ALL_FORMATS)[number];

export function isBookFormat(text: string): text is BookFormat {
  return (ALL_FORMATS as readonly string[]).includes(text);
}

export function isSellableFormat(format: BookFormat): boolean {
  return (PHYSICAL_FORMATS as readonly string[]).includes(format);
}

/**
 * Our subjects: Thema codes (EDItEUR, free to use) and the parent of each. Their names in five languages are
 * message keys `subjects.<code>`. A code from a feed that is not here maps to its longest known prefix.
 */
export const SUBJECT_TREE = {
  F: ['FBC', 'FBA', 'FYB', 'FF', 'FH', 'FJ', 'FL', 'FM', 'FK', 'FR', 'FV', 'FU', 'XQ'],
  D: ['DC', 'DD', 'DNB', 'DNL'],
  Y: ['YBC', 'YFA', 'YFB', 'YFC', 'YFH', 'YFQ', 'YFM', 'YN'],
  N: ['NH', 'QD', 'QR', 'JB', 'JP', 'JM', 'KC', 'KJ'],
  P: ['PD', 'PB', 'PS', 'PG', 'RN', 'UM'],
  W: ['AB', 'AM', 'AV', 'WB', 'WT', 'VS', 'SC'],
} as const;

export type TopSubject = keyof typeof SUBJECT_TREE;
export type SubjectCode = TopSubject | (typeof SUBJECT_TREE)[TopSubject][number];

const PARENTS = new Map<string, TopSubject>(
  Object.entries(SUBJECT_TREE).flatMap(([shelf, codes]) => codes.map((code) => [code, shelf as TopSubject] as const)),
);

export function isSubject(code: string): code is SubjectCode {
  return PARENTS.has(code) || Object.hasOwn(SUBJECT_TREE, code);
}

/** The parent of a subject; a top-level subject has none. */
export function parentSubject(code: SubjectCode): TopSubject | undefined {
  return PARENTS.get(code);
}

/** Our subject for a Thema code from a feed: itself, or its longest known prefix, or none. */
export function nearestSubject(themaCode: string): SubjectCode | undefined {
  for (let length = themaCode.length; length > 0; length -= 1) {
    const code = themaCode.slice(0, length);
    if (isSubject(code)) return code;
  }
  return undefined;
}

/** Stock below this is shown as a number of copies. */
const LOW_STOCK_THRESHOLD = 4;

/** Whether so few copies are left that a reader should know. */
export function isLowStock(stock: number): boolean {
  return stock > 0 && stock < LOW_STOCK_THRESHOLD;
}
