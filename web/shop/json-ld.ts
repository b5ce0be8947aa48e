import { bookPath, inLocale } from '#contract/pages.ts';
import type { Product, Variant } from '#contract/products.ts';
import type { PageRequest } from '#contract/views.ts';
import type { BookFormat } from '#domain/book-format.ts';
import { ZONES } from '#domain/shipping-zones.ts';
import { isFew } from '#domain/stock.ts';
import { isForthcoming } from './forthcoming.ts';

/** What a page says to machines, in schema.org's words; only what the page shows too. */
export function jsonLdOf(request: PageRequest): object[] {
  if (request.view.page === 'book') return [bookNode(request, request.view.product)];
  if (request.view.page === 'home') return [shopNode(request)];
  return [];
}

function shopNode({ publicUrl, shopName, locale }: PageRequest) {
  const target = `${publicUrl}${inLocale(locale, '/browse')}?q={search_term_string}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: shopName,
    url: publicUrl + inLocale(locale, '/'),
    potentialAction: { '@type': 'SearchAction', target, 'query-input': 'required name=search_term_string' },
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

function bookNode(request: PageRequest, product: Product) {
  const url = request.publicUrl + inLocale(request.locale, bookPath(product));
  return {
    '@context': 'https://schema.org',
    '@type': 'Book',
    '@id': url,
    url,
    name: product.title,
    author: product.authors.map((author) => ({ '@type': 'Person', name: author.name })),
    inLanguage: product.language,
    image: request.publicUrl + product.cover,
    ...(product.description && { description: product.description }),
    ...(product.series && {
      isPartOf: { '@type': 'BookSeries', name: product.series.name },
      position: product.series.number,
    }),
    workExample: product.variants
      .filter((variant) => variant.is_sold)
      .map((variant) => editionNode(request, product, { variant, url })),
  };
}

function editionNode(request: PageRequest, product: Product, { variant, url }: { variant: Variant; url: string }) {
  return {
    '@type': ['Book', 'Product'],
    '@id': `${url}#${variant.id}`,
    name: product.title,
    exampleOfWork: { '@id': url },
    image: request.publicUrl + product.cover,
    sku: String(variant.id),
    author: product.authors.map((author) => ({ '@type': 'Person', name: author.name })),
    inLanguage: product.language,
    bookFormat: `https://schema.org/${BOOK_FORMATS[variant.format] ?? 'Paperback'}`,
    ...(variant.isbn && { isbn: variant.isbn, gtin13: variant.isbn }),
    ...(variant.pages && { numberOfPages: variant.pages }),
    ...(product.publisher && { publisher: { '@type': 'Organization', name: product.publisher } }),
    ...(variant.published && { datePublished: variant.published }),
    offers: offerNode(variant, url),
  };
}

function offerNode(variant: Variant, url: string) {
  return {
    '@type': 'Offer',
    url,
    price: variant.original_price.toFixed(2),
    priceCurrency: 'MYR',
    itemCondition: 'https://schema.org/NewCondition',
    availability: `https://schema.org/${availabilityOf(variant)}`,
    shippingDetails: ZONES.map((zone) => ({
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: (zone.cost / 100).toFixed(2), currency: 'MYR' },
      shippingDestination: {
        '@type': 'DefinedRegion',
        addressCountry: 'MY',
        postalCodeRange: {
          '@type': 'PostalCodeRangeSpecification',
          postalCodeBegin: String(zone.from),
          postalCodeEnd: String(zone.to),
        },
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
  if (stock > 0) return isFew(stock) ? 'LimitedAvailability' : 'InStock';
  return published && isForthcoming(published) ? 'PreOrder' : 'OutOfStock';
}
