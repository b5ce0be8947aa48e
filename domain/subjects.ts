/**
 * Our shelves: Thema codes (EDItEUR, free to use) and the shelf above each. Their names in five languages are
 * message keys `subjects.<code>`. A code from a feed that is not here stands on the shelf of its longest known prefix.
 */
export const SHELVES = {
  F: ['FBC', 'FBA', 'FYB', 'FF', 'FH', 'FJ', 'FL', 'FM', 'FK', 'FR', 'FV', 'FU', 'XQ'],
  D: ['DC', 'DD', 'DNB', 'DNL'],
  Y: ['YBC', 'YFA', 'YFB', 'YFC', 'YFH', 'YFQ', 'YFM', 'YN'],
  N: ['NH', 'QD', 'QR', 'JB', 'JP', 'JM', 'KC', 'KJ'],
  P: ['PD', 'PB', 'PS', 'PG', 'RN', 'UM'],
  W: ['AB', 'AM', 'AV', 'WB', 'WT', 'VS', 'SC'],
} as const;

export type Shelf = keyof typeof SHELVES;
export type SubjectCode = Shelf | (typeof SHELVES)[Shelf][number];

const PARENTS = new Map<string, Shelf>(
  Object.entries(SHELVES).flatMap(([shelf, codes]) => codes.map((code) => [code, shelf as Shelf] as const)),
);

export function isSubject(code: string): code is SubjectCode {
  return PARENTS.has(code) || Object.hasOwn(SHELVES, code);
}

/** The shelf above a subject; a shelf itself has none. */
export function shelfOf(code: SubjectCode): Shelf | undefined {
  return PARENTS.get(code);
}

/** Where a Thema code from a feed stands in our shop: itself, or the longest prefix we know, or nowhere. */
export function nearestSubject(themaCode: string): SubjectCode | undefined {
  for (let length = themaCode.length; length > 0; length -= 1) {
    const code = themaCode.slice(0, length);
    if (isSubject(code)) return code;
  }
  return undefined;
}
