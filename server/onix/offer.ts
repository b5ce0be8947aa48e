import type { ProductRecord, VariantRecord } from '../catalogue/product-record.ts';
import { saleStateOf, type SaleState } from '#domain/catalogue/availability.ts';
import type { Descriptive, OnixRecord } from '#domain/catalogue/onix-record.ts';
import { selectPrices, type SelectedPrices } from '#domain/catalogue/price-selection.ts';
import { formatOtherCode } from '#domain/catalogue/other-subject-schemes.ts';
import type { BookFormat } from '#domain/catalogue/product.ts';
import { audienceOf, contributorsOf, editionFactsOf, mergeContributors, seriesOf } from './book-facts.ts';
import { isSubjectCode } from '#domain/catalogue/subject.ts';
import {
  DATE_ROLES,
  DESCRIPTION_TEXTS,
  formatOfForm,
  KEYWORDS,
  OTHER_SCHEMES,
  THEMA,
  THEMA_QUALIFIERS,
} from './codes.ts';
import { htmlToPlain } from './rich-text.ts';

/** What a record offers in this shop on a day. `heldBack` is why it is not sold here, null where it is. */
export type Offer = {
  format: BookFormat | null;
  prices: SelectedPrices | null;
  state: SaleState;
  heldBack: HeldBack | null;
};

export type HeldBack = 'no_format' | 'no_price' | 'no_rights' | 'withdrawn' | 'not_sold';

/** A record with a description, as every record in the shop has one. */
export type DescribedRecord = OnixRecord & { descriptive: Descriptive };

export function isDescribed(record: OnixRecord): record is DescribedRecord {
  return record.descriptive !== null;
}

/** What was evaluated of records in use: an import asks several times for each. */
const offers = new WeakMap<DescribedRecord, { today: string; offer: Offer }>();

/** Evaluates prices, rights, dates and availability for a day in Malaysia. The shop's own stock is not asked here. */
export function evaluateOffer(record: DescribedRecord, today: string): Offer {
  const known = offers.get(record);
  if (known?.today === today) return known.offer;
  const offer = evaluate(record, today);
  offers.set(record, { today, offer });
  return offer;
}

function evaluate(record: DescribedRecord, today: string): Offer {
  const { descriptive, publishing, supply } = record;
  const format = formatOfForm(descriptive.form, descriptive.editionTypes) ?? null;
  const supplies = supply ?? [];
  const prices = selectPrices(
    supplies.flatMap((one) => one.prices),
    today,
  );
  const state = saleStateOf(
    {
      rights: publishing?.rights ?? [],
      rightsElsewhere: publishing?.rightsElsewhere ?? null,
      embargo: dateOf(publishing?.dates, DATE_ROLES.embargo),
      publishingStatus: publishing?.status ?? null,
      availability: supplies.find(({ availability }) => availability !== null)?.availability ?? null,
      published: dateOf(publishing?.dates, DATE_ROLES.published),
      expected: dateOf(
        supplies.flatMap(({ dates }) => dates),
        DATE_ROLES.expected,
      ),
      stock: null,
    },
    today,
  );
  return { format, prices, state, heldBack: reasonToHoldBack(format, prices, state) };
}

function reasonToHoldBack(format: BookFormat | null, prices: SelectedPrices | null, state: SaleState): HeldBack | null {
  if (state === 'no_rights' || state === 'withdrawn' || state === 'not_sold') return state;
  if (format === null) return 'no_format';
  return prices === null ? 'no_price' : null;
}

function dateOf(dates: readonly { role: string; date: string }[] | undefined, role: string): string | null {
  return dates?.find((one) => one.role === role)?.date ?? null;
}

/** The date on which an edition was or will be published. */
export function publishedOf({ publishing }: OnixRecord): string | null {
  return dateOf(publishing?.dates, DATE_ROLES.published) ?? dateOf(publishing?.dates, DATE_ROLES.firstPublished);
}

/** What a record says of its product, without what belongs to its edition. */
export type ProductFacts = Omit<ProductRecord, 'work' | 'published' | 'popularity' | 'variants' | 'works'> &
  Required<Pick<ProductRecord, 'otherLanguages' | 'originalLanguage' | 'audience' | 'moreSeries' | 'keywords'>>;

/** `sentAt` is when the sender said so, which decides between biographies. */
export function productFactsOf(record: DescribedRecord, sentAt?: Date): ProductFacts {
  const { descriptive, publishing } = record;
  const [series = null, ...moreSeries] = seriesOf(descriptive);
  return {
    title: descriptive.title,
    titleSort: descriptive.titleSort,
    subtitle: descriptive.subtitle,
    contributors: contributorsOf(descriptive, sentAt),
    language: descriptive.language,
    otherLanguages: descriptive.otherLanguages ?? [],
    originalLanguage: descriptive.originalLanguage,
    audience: audienceOf(descriptive),
    description: descriptionOf(record),
    publisher: publishing?.publisher ?? '',
    imprint: publishing?.imprint ?? '',
    subjects: subjectsOf(descriptive),
    keywords: keywordsOf(descriptive),
    series,
    moreSeries,
  };
}

/** Thema codes, the main one first, then its qualifiers, then those of BIC and BISAC with their scheme. */
function subjectsOf({ subjects }: Descriptive): string[] {
  const ofScheme = (scheme: string) =>
    subjects
      .filter((one) => one.scheme === scheme && /^[A-Z0-9][A-Z0-9-]{0,19}$/.test(one.code))
      .toSorted((a, b) => Number(b.isMain) - Number(a.isMain))
      .map(({ code }) => code);
  const others = (['12', '10'] as const).flatMap((scheme) =>
    ofScheme(scheme).map((code) => formatOtherCode(OTHER_SCHEMES[scheme], code)),
  );
  return [...new Set([...[THEMA, ...THEMA_QUALIFIERS].flatMap(ofScheme), ...others])];
}

const MAX_KEYWORDS = 100;
const MAX_KEYWORD = 100;

function keywordsOf({ subjects }: Descriptive): string[] {
  const headings = subjects.filter(({ scheme }) => scheme === KEYWORDS).map(({ heading }) => heading);
  const words = headings.flatMap((heading) => heading.split(';')).map((word) => word.trim().slice(0, MAX_KEYWORD));
  return mergeKeywords(words.filter(Boolean), []);
}

function mergeKeywords(first: readonly string[], second: readonly string[]): string[] {
  return [...new Set([...first, ...second])].slice(0, MAX_KEYWORDS);
}

const MAX_DESCRIPTION = 20_000;

function descriptionOf({ collateral, descriptive }: DescribedRecord): string {
  const texts = collateral?.texts ?? [];
  const candidates = DESCRIPTION_TEXTS.flatMap((type) => {
    const ofType = texts.filter((text) => text.type === type);
    return ofType.find(({ language }) => language === descriptive.language) ?? ofType[0] ?? [];
  });
  return candidates[0] ? htmlToPlain(candidates[0].html).slice(0, MAX_DESCRIPTION) : '';
}

/** A record's edition as a variant: the one that it is already, or a new one. */
export function variantOf(record: DescribedRecord, offer: Offer, variantId: number | null): VariantRecord | null {
  if (offer.heldBack !== null || offer.format === null || offer.prices === null) return null;
  return {
    id: variantId,
    isbn: record.isbn,
    format: offer.format,
    listPrice: offer.prices.list.amount,
    memberPrice: offer.prices.member.amount,
    stock: null,
    pages: record.descriptive.pages,
    published: publishedOf(record),
    ...editionFactsOf(record),
  };
}

/** The first that has Thema, else the first that has any. */
function betterSubjects(first: string[], second: string[]): string[] {
  if (first.some(isSubjectCode)) return first;
  return second.some(isSubjectCode) || first.length === 0 ? second : first;
}

/** One product of several editions: what the first leaves empty is taken from the next ones. */
export function mergeFacts([first, ...others]: readonly [ProductFacts, ...ProductFacts[]]): ProductFacts {
  return others.reduce(
    (merged, other) => ({
      ...merged,
      subtitle: merged.subtitle || other.subtitle,
      contributors: mergeContributors(merged.contributors, other.contributors),
      originalLanguage: merged.originalLanguage ?? other.originalLanguage,
      otherLanguages: merged.otherLanguages.length > 0 ? merged.otherLanguages : other.otherLanguages,
      audience: merged.audience ?? other.audience,
      description: merged.description || other.description,
      publisher: merged.publisher || other.publisher,
      imprint: merged.imprint || other.imprint,
      ...(merged.series ? {} : { series: other.series, moreSeries: other.moreSeries }),
      subjects: betterSubjects(merged.subjects, other.subjects),
      keywords: mergeKeywords(merged.keywords, other.keywords),
    }),
    first,
  );
}
