import { parseIsbn } from '../catalogue/isbn.ts';

/** The most orders that are picked and packed together. */
export const PICK_ORDERS = 50;

/** What is printed for a parcel: what lies in it, or where it goes. */
export const PRINT_KINDS = ['slips', 'labels'] as const;
export type PrintKind = (typeof PRINT_KINDS)[number];

/** The sheets that it is printed on; of labels four fit on one of A4. */
export const PAPER_NAMES = ['a4', 'a6', '100x150'] as const;
export type PaperName = (typeof PAPER_NAMES)[number];

/** Copies of one format that a parcel has. */
export type PackLine = { id: string; isbn: string | null; qty: number };

/** How many copies of each line lie in the parcel. */
export type PackedCopies = Readonly<Record<string, number>>;

/** What a scan did: a copy more in the parcel, or why not. */
export type ScanResult =
  | { kind: 'counted'; lineId: string; packed: PackedCopies }
  | { kind: 'too_many'; lineId: string }
  | { kind: 'wrong_book'; isbn: string }
  | { kind: 'unreadable' };

/** Puts the copy with the scanned ISBN into a parcel; ISBN-10 and -13, with hyphens or without. */
export function scanCopy(lines: readonly PackLine[], packed: PackedCopies, scanned: string): ScanResult {
  const isbn = parseIsbn(scanned);
  if (isbn === undefined) return { kind: 'unreadable' };
  const ofIsbn = lines.filter((line) => line.isbn === isbn);
  if (ofIsbn.length === 0) return { kind: 'wrong_book', isbn };
  const line = ofIsbn.find(({ id, qty }) => packedOf(packed, id) < qty);
  return line ? addCopy(packed, line.id) : { kind: 'too_many', lineId: ofIsbn[0]!.id };
}

/** Puts a copy of a line into the parcel: of one without an ISBN. */
export function addCopy(packed: PackedCopies, lineId: string): ScanResult & { kind: 'counted' } {
  return { kind: 'counted', lineId, packed: { ...packed, [lineId]: packedOf(packed, lineId) + 1 } };
}

export function packedOf(packed: PackedCopies, lineId: string): number {
  return packed[lineId] ?? 0;
}

/** Whether a parcel has each copy of the order, and nothing else. */
export function isPacked(lines: readonly PackLine[], packed: PackedCopies): boolean {
  const known = new Set(lines.map(({ id }) => id));
  return lines.every(({ id, qty }) => packedOf(packed, id) === qty) && Object.keys(packed).every((id) => known.has(id));
}

/** The number of an order in what was scanned or typed: the QR code of its slip has it, too. */
export function scannedOrder(text: string): string | undefined {
  const digits = /^\s*(?:bk-?)(\d{5,9})\s*$/i.exec(text)?.[1];
  return digits && `BK-${digits}`;
}
