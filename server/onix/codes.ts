import type { BookFormat } from '#domain/catalogue/product.ts';

/** The codes that the shop acts on. Others are kept as they came and named in the import's report. */

/** Notification types (list 1). */
export const NOTIFICATIONS = {
  replace: new Set(['01', '02', '03']),
  update: '04',
  delete: '05',
  /** Notices of a sale or an acquisition, tests, and records to discard. */
  ignored: new Set(['08', '09', '12', '13', '14', '88', '89']),
} as const;

/** Product forms (list 150) as formats of the shop; null for forms that it knows and does not sell. */
const FORMATS: Readonly<Record<string, BookFormat | null>> = {
  BA: 'paperback',
  BB: 'hardback',
  BC: 'paperback',
  BE: 'spiral',
  BF: 'paperback',
  BG: 'hardback',
  BH: 'board_book',
  AA: 'audiobook',
  AC: 'audio_cd',
  AJ: 'audiobook',
  AN: 'audiobook',
  AO: 'audiobook',
  EA: 'ebook',
  EB: 'ebook',
  EC: 'ebook',
  ED: 'ebook',
  SA: null,
  PZ: null,
};

export const LARGE_PRINT_EDITION = 'LTE';

/** The format of a product form: null where the shop does not sell it, undefined where it does not know it. */
export function formatOfForm(form: string, editionTypes: readonly string[]): BookFormat | null | undefined {
  const format = Object.hasOwn(FORMATS, form) ? FORMATS[form] : undefined;
  const isPrinted = format === 'paperback' || format === 'hardback';
  return isPrinted && editionTypes.includes(LARGE_PRINT_EDITION) ? 'large_print' : format;
}

/** Protection of e-books (list 144): none, DRM, watermark, LCP. */
export const PROTECTIONS = new Set(['00', '01', '02', '06']);

/** Subject schemes (list 27). Qualifiers of Thema refine a subject: place, language, time, education, age, style. */
export const THEMA = '93';
export const THEMA_QUALIFIERS: readonly string[] = ['94', '95', '96', '97', '98', '99'];
/** Keywords, as headings that are lists of words and phrases between semicolons. */
export const KEYWORDS = '20';
/** Schemes whose codes are kept with their scheme, and mapped to Thema where a product has none. */
export const OTHER_SCHEMES = { '12': 'BIC', '10': 'BISAC' } as const;

/** Extent types (list 23) that count pages, the best first, and their unit (list 24). */
export const PAGE_EXTENTS = ['00', '11', '05', '07', '08'] as const;
export const PAGES = '03';
export const DURATION = { type: '09', unit: '15' } as const;

/** Texts (list 153): the description, else the short one. Audiences (list 154): unrestricted and readers. */
export const DESCRIPTION_TEXTS = ['03', '02'] as const;
export const READER_AUDIENCES = new Set(['00', '03']);

/** Dates: of publication and sales embargo (list 163), and when copies are expected (list 166). */
export const DATE_ROLES = { published: '01', embargo: '02', firstPublished: '11', expected: '08' } as const;

/** Formats of dates (list 55) that count in the Hijri calendar. */
export const HIJRI_FORMATS = new Set(['20', '21', '25', '32']);

/** Relations (lists 51, 164) between editions of one work: in another format, in another language, and the print of an e-book. */
export const SAME_WORK = '01';
export const OTHER_EDITION = new Set(['06', '11', '13', '27']);

export const PUBLISHING_STATUSES = new Set([
  '00',
  '01',
  '02',
  '03',
  '04',
  '05',
  '06',
  '07',
  '08',
  '09',
  '10',
  '11',
  '12',
  '13',
  '15',
  '16',
  '17',
]);

/** The proprietary identifier of a shop of this program, as the sender of its own messages (list 44). */
export const OWN_IDENTIFIER = { type: '01', name: 'Halaman shop' } as const;
