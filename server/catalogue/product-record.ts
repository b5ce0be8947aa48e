import type { Accessibility } from '#domain/catalogue/accessibility.ts';
import type { Audience, EditionDetails } from '#domain/catalogue/edition.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';
import type { Sen } from '#domain/money.ts';
import type { StockRecord } from './import-stock.ts';

/** What a feed says of a person; `asOf` is when it said so (ISO 8601). A biography is safe HTML. */
export type ContributorFacts = {
  biography?: { html: string; asOf: string };
  isni?: string;
  orcid?: string;
};

/**
 * An edition of a feed's product, validated. Prices in sen. An optional field that is undefined is one that the feed does not
 * speak of: what is stored stays.
 */
export type VariantRecord = StockRecord & {
  /** The variant that it is, for a source that knows (null: a new one); otherwise its ISBN or format decides. */
  id?: number | null;
  listPrice: Sen;
  memberPrice: Sen;
  pages: number | null;
  published: string | null;
  availability?: string | null;
  publishingStatus?: string | null;
  embargo?: string | null;
  expected?: string | null;
  orderDays?: number | null;
  details?: EditionDetails | null;
  accessibility?: Accessibility | null;
};

/** A series that a product belongs to, with its number there. */
export type SeriesPlace = { name: string; number: string | null };

/**
 * A product of a feed, validated, with all its variants. Prices in sen. An optional field that is undefined is one that the
 * feed does not speak of: what is stored stays.
 */
export type ProductRecord = {
  /** The key that identifies the product; by default folded title, first contributor and language. */
  work?: string;
  title: string;
  /** What sorting reads where the source says it; by default the title without the article that its language skips. */
  titleSort?: string;
  subtitle: string;
  /** `role` as in `domain/catalogue/contributor.ts`. */
  contributors: ({ name: string; role: string } & ContributorFacts)[];
  language: string;
  otherLanguages?: string[];
  originalLanguage?: string | null;
  audience?: Audience | null;
  description: string;
  published: string | null;
  publisher: string;
  imprint: string;
  subjects: string[];
  keywords?: string[];
  /** The first of its series. */
  series: SeriesPlace | null;
  /** The others, in their order. */
  moreSeries?: SeriesPlace[];
  /** Keys of works; see `product_work`. */
  works?: string[];
  popularity: number;
  variants: VariantRecord[];
};
/** The key that identifies a product: records with the same key are the same product. */
export function workKeyOf(
  record: Pick<ProductRecord, 'work' | 'title' | 'language'> & { contributors: readonly { name: string }[] },
): string {
  const { work, title, contributors, language } = record;
  return work || [foldForSearch(title), foldForSearch(contributors[0]?.name ?? ''), language].join('|');
}

/** A record with its product. */
export type SavedProduct = { id: number; isNew: boolean; isChanged: boolean; record: ProductRecord };
