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

/** Stock below this is shown as a number of copies. */
const LOW_STOCK_THRESHOLD = 4;

/** Whether so few copies are left that a reader should know. */
export function isLowStock(stock: number): boolean {
  return stock > 0 && stock < LOW_STOCK_THRESHOLD;
}
