import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { Accessibility } from '#domain/catalogue/accessibility.ts';
import type { Audience, EditionDetails } from '#domain/catalogue/edition.ts';
import type { BookFormat } from '#domain/catalogue/product.ts';
import { LAST_POSITION } from '#domain/catalogue/series.ts';
import { at, sen } from './columns.ts';

/** A title: what readers mean by "the book". `workKey` is what an import finds it by. */
export const product = pgTable('product', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  workKey: text().notNull(),
  slug: text().notNull(),
  title: text().notNull(),
  subtitle: text().notNull().default(''),
  titleSort: text().notNull(),
  language: text().notNull(),
  /** Further languages of the text. */
  otherLanguages: text().array().notNull().default([]),
  /** What a translation was translated from. */
  originalLanguage: text(),
  audience: jsonb().$type<Audience>(),
  /** What a publisher wants it to be found by; not shown. */
  keywords: text().array().notNull().default([]),
  description: text().notNull().default(''),
  /** As precise as it is known: `1926`, `1926-10`, `1926-10-14`. */
  published: text(),
  publisher: text().notNull().default(''),
  imprint: text().notNull().default(''),
  popularity: integer().notNull().default(0),
  isListed: boolean().notNull().default(true),
  createdAt: at().notNull().defaultNow(),
  updatedAt: at().notNull().defaultNow(),
});

/** An edition of a title in one format. `stock` is the sum of its movements (invariant I1). */
export const variant = pgTable('variant', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  productId: integer()
    .notNull()
    .references(() => product.id),
  format: text().$type<BookFormat>().notNull(),
  isbn: text(),
  listPrice: sen().notNull(),
  memberPrice: sen().notNull(),
  stock: integer().notNull().default(0),
  /** Copies beyond the stock that orders wait for, and how many may be; any number without a limit. */
  awaited: integer().notNull().default(0),
  awaitedLimit: integer(),
  pages: integer(),
  published: text(),
  isListed: boolean().notNull().default(true),
  /** List 65, as the supplier says; `stock` is the shop's own count. */
  availability: text(),
  /** List 64. */
  publishingStatus: text(),
  /** Nothing is dispatched before this date, which is as precise as it is known. */
  embargo: text(),
  /** When copies are expected. */
  expected: text(),
  /** How many days the supplier needs. */
  orderDays: integer(),
  details: jsonb().$type<EditionDetails>(),
  accessibility: jsonb().$type<Accessibility>(),
  /** Follows from `accessibility` (design, section 8 of the book metadata). */
  isScreenReaderFriendly: boolean()
    .notNull()
    .generatedAlwaysAs(sql``),
  /** When any other column changed last; a trigger writes it, and that of products. */
  updatedAt: at().notNull().defaultNow(),
});

export const contributor = pgTable('contributor', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  slug: text().notNull(),
  name: text().notNull(),
  nameSort: text().notNull(),
  /** Safe HTML, from the newest source (`biographyAt`). */
  biography: text().notNull().default(''),
  biographyAt: at(),
  isni: text(),
  orcid: text(),
  /** Their picture: in its path and in the names of its files. */
  portraitId: uuid(),
  portraitHash: text(),
  portraitAlt: text().notNull().default(''),
  /** Who took it. */
  portraitCredit: text().notNull().default(''),
});

/** `role` is a word of the shop (`domain/catalogue/contributor.ts`), or the code of list 17 that it has no word for. */
export const productContributor = pgTable(
  'product_contributor',
  {
    productId: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    contributorId: integer()
      .notNull()
      .references(() => contributor.id),
    role: text().notNull(),
    position: smallint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.contributorId, table.role] })],
);

export const series = pgTable('series', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  slug: text().notNull(),
  name: text().notNull(),
});

export const productSeries = pgTable(
  'product_series',
  {
    productId: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    seriesId: integer()
      .notNull()
      .references(() => series.id),
    number: text(),
    /** Where the product stands in the series, in hundredths of its number; without one, last. */
    position: integer().notNull().default(LAST_POSITION),
    /** Where the series stands among those of the product; the first is shown in lists. */
    place: smallint().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.productId, table.seriesId] })],
);

/**
 * Keys of works: products with a key in common are editions of one work, in other formats or languages. A key `15:` with an
 * ISBN also stands for the product that has it.
 */
export const productWork = pgTable(
  'product_work',
  {
    productId: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    work: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.work] })],
);

/** A product's codes as they came, and where each stands in the tree (`domain/catalogue/subject-rows.ts`). */
export const productSubject = pgTable(
  'product_subject',
  {
    productId: integer()
      .notNull()
      .references(() => product.id, { onDelete: 'cascade' }),
    code: text().notNull(),
    subject: text(),
    /** Mapped from another scheme, until a feed brings Thema. */
    isDerived: boolean().notNull().default(false),
    position: smallint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.code] })],
);

/**
 * Pictures whose files are in the object storage, by the hash of what they were made from: their size at the largest stored
 * width, and their dominant color as six hexadecimal digits. `usedAt` is when one was last stored or last shown nowhere.
 */
const imageTable = (name: string) =>
  pgTable(name, {
    hash: text().primaryKey(),
    width: smallint().notNull(),
    height: smallint().notNull(),
    color: text().notNull(),
    usedAt: at().notNull().defaultNow(),
  });

export const coverImage = imageTable('cover_image');
export const sampleImage = imageTable('sample_image');

/** The cover of a variant. One that was set by hand stays when a folder or a feed has another, one of a folder when a feed has. */
export const cover = pgTable('cover', {
  variantId: integer()
    .primaryKey()
    .references(() => variant.id, { onDelete: 'cascade' }),
  imageHash: text()
    .notNull()
    .references(() => coverImage.hash),
  origin: text().$type<CoverOrigin>().notNull(),
  setAt: at().notNull().defaultNow(),
});

/** Where a cover came from, the strongest first. */
export type CoverOrigin = 'staff' | 'folder' | 'feed';

/** The sample pages of a variant, in order from 0. */
export const samplePage = pgTable(
  'sample_page',
  {
    variantId: integer()
      .notNull()
      .references(() => variant.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    imageHash: text()
      .notNull()
      .references(() => sampleImage.hash),
  },
  (table) => [primaryKey({ columns: [table.variantId, table.position] })],
);

/** Before and after by the name of the column, or of what belongs to a title: `contributors`, `subjects`, `series`, `cover`. */
export type HistoryChanges = Readonly<Record<string, readonly [unknown, unknown]>>;

/** Who changed what of a title that was there already: by triggers, and by the commands that save what belongs to it. */
export const productHistory = pgTable('product_history', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  productId: integer()
    .notNull()
    .references(() => product.id, { onDelete: 'cascade' }),
  variantId: integer(),
  at: at().notNull().defaultNow(),
  /** A member of staff by name, `operator`, or `shop`. */
  actor: text()
    .notNull()
    .default(sql``),
  /** The file of an import. */
  source: text().default(sql``),
  changes: jsonb().$type<HistoryChanges>().notNull(),
});
