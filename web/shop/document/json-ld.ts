import { openGraphImageOf } from '#contract/covers.ts';
import { bookPath, localizedPath, type PageRequest } from '#contract/pages.ts';
import type { Product, Variant } from '#contract/products.ts';
import { type BookFormat, isLowStock } from '#domain/catalogue/product.ts';
import { formatPostalCode, type Zones } from '#domain/shipping.ts';
import { isForthcoming } from '../products/buy-form.tsx';

/** What a page says to machines, in schema.org's words; only what the page shows too. */
export function jsonLdOf(request: PageRequest): object[] {
  if (request.view.page === 'book') return [bookNode(request, request.view.product)];
  if (request.view.page === 'home') return [websiteNode(request), storeNode(request)];
  if (request.view.page === 'contact') return [storeNode(request)];
  return [];
}

function websiteNode({ publicUrl, shopName, locale }: PageRequest) {
  const target = `${publicUrl}${localizedPath(locale, '/browse')}?q={search_term_string}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: shopName,
    url: publicUrl + localizedPath(locale, '/'),
    potentialAction: { '@type': 'SearchAction', target, 'query-input': 'required name=search_term_string' },
  };
}

function storeNode({ publicUrl, shopName, locale, contact }: PageRequest) {
  const { email, phone, address, hours } = contact;
  return {
    '@context': 'https://schema.org',
    '@type': 'BookStore',
    name: shopName,
    url: publicUrl + localizedPath(locale, '/'),
    email,
    ...(phone && { telephone: phone }),
    ...(address && { address }),
    ...(hours && { openingHours: hours }),
  };
}

const BOOK_FORMATS: Partial<Record<BookFormat, string>> = {
  paperback: 'Paperback',
  large_print: 'Paperback',
  hardback: 'Hardcover',
  board_book: 'Hardcover',
  ebook: 'EBook',
  audio_cd: 'AudiobookFormat',
  audiobook: 'AudiobookFormat',
};

/** The title with an offer for each format that can be ordered; a title that none of is sold is a book only. */
function bookNode(request: PageRequest, product: Product) {
  const url = request.publicUrl + localizedPath(request.locale, bookPath(product));
  const editions = product.variants.filter((variant) => variant.is_sold);
  return {
    '@context': 'https://schema.org',
    '@type': editions.length > 0 ? ['Book', 'Product'] : 'Book',
    '@id': url,
    url,
    ...workProperties(request, product),
    ...(product.description && { description: product.description }),
    ...(product.series && {
      isPartOf: { '@type': 'BookSeries', name: product.series.name },
      position: product.series.number,
    }),
    ...(editions.length > 0 && { offers: editions.map((variant) => offerNode(variant, url, request.zones)) }),
    workExample: editions.map((variant) => variantNode(request, product, { variant, url })),
  };
}

const ROLES = ['author', 'translator', 'illustrator', 'editor'] as const;

function workProperties({ publicUrl }: PageRequest, product: Product) {
  const people = ROLES.map((role) => [
    role,
    product.contributors.filter((one) => one.role === role).map(({ name }) => ({ '@type': 'Person', name })),
  ]);
  return {
    name: product.title,
    image: [publicUrl + product.cover, publicUrl + openGraphImageOf(product.cover)],
    inLanguage: product.language,
    ...Object.fromEntries(people.filter(([, names]) => names!.length > 0)),
    ...(product.publisher && { publisher: { '@type': 'Organization', name: product.publisher } }),
  };
}

function variantNode(request: PageRequest, product: Product, { variant, url }: { variant: Variant; url: string }) {
  return {
    '@type': ['Book', 'Product'],
    '@id': `${url}#${variant.id}`,
    exampleOfWork: { '@id': url },
    sku: String(variant.id),
    ...workProperties(request, product),
    bookFormat: `https://schema.org/${BOOK_FORMATS[variant.format] ?? 'Paperback'}`,
    ...(variant.isbn && { isbn: variant.isbn, gtin13: variant.isbn }),
    ...(variant.pages && { numberOfPages: variant.pages }),
    ...(variant.published && { datePublished: variant.published }),
    offers: { '@id': offerId(variant, url) },
  };
}

function offerId(variant: Variant, url: string): string {
  return `${url}#offer-${variant.id}`;
}

function offerNode(variant: Variant, url: string, zones: Zones) {
  return {
    '@type': 'Offer',
    '@id': offerId(variant, url),
    itemOffered: { '@id': `${url}#${variant.id}` },
    url,
    price: variant.original_price.toFixed(2),
    priceCurrency: 'MYR',
    itemCondition: 'https://schema.org/NewCondition',
    availability: `https://schema.org/${availabilityOf(variant)}`,
    shippingDetails: zones.map((zone) => ({
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: (zone.cost / 100).toFixed(2), currency: 'MYR' },
      shippingDestination: {
        '@type': 'DefinedRegion',
        addressCountry: 'MY',
        postalCodeRange: zone.ranges.map(({ from, to }) => ({
          '@type': 'PostalCodeRangeSpecification',
          postalCodeBegin: formatPostalCode(from),
          postalCodeEnd: formatPostalCode(to),
        })),
      },
    })),
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'MY',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: 30,
    },
  };
}

function availabilityOf({ stock, published }: Variant): string {
  if (stock > 0) return isLowStock(stock) ? 'LimitedAvailability' : 'InStock';
  return published && isForthcoming(published) ? 'PreOrder' : 'OutOfStock';
}
