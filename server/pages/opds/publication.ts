import { openGraphImageOf } from '#contract/covers.ts';
import { bookPath, localizedPath } from '#contract/pages.ts';
import type { Variant } from '#contract/products.ts';
import { knownRole, type ContributorRole } from '#domain/catalogue/contributor.ts';
import { offerOf } from '#domain/catalogue/offer.ts';
import { latestDay } from '#domain/catalogue/publication.ts';
import { isSubject } from '#domain/catalogue/subject.ts';
import { LAST_POSITION, seriesPosition } from '#domain/catalogue/series.ts';
import type { Locale } from '#domain/locale.ts';
import { subjectName } from '#messages/subject-names.ts';
import type { ListedProduct } from '../../catalogue/list-products.ts';
import { getTranslator } from '../../translations.ts';
import { HTML, FEED, opdsPaths, PUBLICATION } from './opds-paths.ts';

export type Link = {
  href: string;
  rel?: string | readonly string[];
  type?: string;
  title?: string;
  templated?: true;
  width?: number;
  height?: number;
  properties?: Record<string, unknown>;
};
export type Publication = { metadata: Record<string, unknown>; links: Link[]; images: Link[] };

/** Where links lead: the shop's origin, and the language of its pages. */
export type OpdsShop = { origin: string; locale: Locale };

const BUY = 'http://opds-spec.org/acquisition/buy';
const THEMA = 'https://ns.editeur.org/thema/';

/** A product as OPDS 2.0 has it, with an offer for each format at a guest's price; nothing where none is sold. */
export function publicationOf(product: ListedProduct, shop: OpdsShop): Publication | undefined {
  const sold = product.variants.filter((variant) => variant.is_sold && variant.original_price > 0);
  if (sold.length === 0) return undefined;
  const page = shop.origin + encodeURI(localizedPath(shop.locale, bookPath(product)));
  const self = shop.origin + localizedPath(shop.locale, opdsPaths.publication(product.id));
  return {
    metadata: metadataOf(product, sold[0]!, { ...shop, page }),
    links: [
      { rel: 'self', href: self, type: PUBLICATION },
      { rel: 'alternate', href: page, type: HTML },
      ...sold.map((variant) => offerLink(variant, page, shop)),
    ],
    images: imagesOf(product, shop),
  };
}

function offerLink(variant: Variant, page: string, { locale }: OpdsShop): Link {
  return {
    rel: BUY,
    href: page,
    type: HTML,
    title: getTranslator(locale)(`common.formats.${variant.format}`),
    properties: {
      price: { currency: 'MYR', value: variant.original_price },
      availability: availabilityOf(variant),
    },
  };
}

/** What is ordered ahead is unavailable until it is dispatched, at the latest that its date allows. */
function availabilityOf(variant: Variant) {
  const { state, from } = offerOf(variant);
  if (state === 'in_stock') return { state: 'available' };
  return { state: 'unavailable', ...(from !== null && { until: latestDay(from) }) };
}

/** One picture must be of a type that every reader knows. */
function imagesOf({ cover }: ListedProduct, { origin }: OpdsShop): Link[] {
  const type = cover.endsWith('.svg') ? 'image/svg+xml' : 'image/webp';
  return [
    { href: origin + cover, type },
    { href: origin + openGraphImageOf(cover), type: 'image/png', width: 1200, height: 630 },
  ];
}

/** The roles that the Readium Web Publication Manifest has words for, by ours. */
const MANIFEST_ROLES: Partial<Record<ContributorRole | 'other', string>> = {
  author: 'author',
  with: 'author',
  translator: 'translator',
  illustrator: 'illustrator',
  editor: 'editor',
  narrator: 'narrator',
};

function metadataOf(product: ListedProduct, edition: Variant, shop: OpdsShop & { page: string }) {
  const { isbn, pages, published } = edition;
  return {
    '@type': 'http://schema.org/Book',
    identifier: isbn ? `urn:isbn:${isbn}` : shop.page,
    title: product.title,
    ...(product.subtitle && { subtitle: product.subtitle }),
    ...contributorsOf(product, shop),
    language: product.language,
    ...(product.publisher && { publisher: product.publisher }),
    // Only a whole date is one to the schema; a year must not become its first day.
    ...(published?.length === 10 && { published }),
    modified: product.updatedAt.toISOString(),
    ...(product.description && { description: product.description }),
    ...subjectsOf(product, shop),
    ...seriesOf(product, shop),
    ...(pages && { numberOfPages: pages }),
  };
}

/** Each role with its people; who has another one is a contributor. */
function contributorsOf({ contributors }: ListedProduct, { origin, locale }: OpdsShop) {
  const byRole = Map.groupBy(contributors, ({ role }) => MANIFEST_ROLES[knownRole(role)] ?? 'contributor');
  const people = [...byRole].map(([role, list]) => [
    role,
    list.map(({ name, slug }) => ({
      name,
      ...(role === 'author' && { links: [feedLink(origin + localizedPath(locale, opdsPaths.author(slug)))] }),
    })),
  ]);
  return Object.fromEntries(people) as Record<string, unknown>;
}

function subjectsOf({ subjects }: ListedProduct, { origin, locale }: OpdsShop) {
  const known = subjects.flatMap(({ code }) =>
    isSubject(code)
      ? {
          name: subjectName(code, locale),
          scheme: THEMA,
          code,
          links: [feedLink(origin + localizedPath(locale, opdsPaths.subject(code)))],
        }
      : [],
  );
  return known.length > 0 ? { subject: known } : {};
}

function seriesOf({ series }: ListedProduct, { origin, locale }: OpdsShop) {
  if (!series) return {};
  const position = seriesPosition(series.number);
  const place = {
    name: series.name,
    ...(position !== LAST_POSITION && { position: position / 100 }),
    links: [feedLink(origin + localizedPath(locale, opdsPaths.seriesOf(series.slug)))],
  };
  return { belongsTo: { series: place } };
}

function feedLink(href: string): Link {
  return { href: encodeURI(href), type: FEED };
}
