import { openGraphImageOf } from '#contract/covers.ts';
import { bookPath } from '#contract/pages.ts';
import type { Variant } from '#contract/products.ts';
import { offerOf, type OfferState } from '#domain/catalogue/offer.ts';
import { latestDay } from '#domain/catalogue/publication.ts';
import { addDays, dayInMalaysia } from '#domain/dates.ts';
import type { ListedProduct } from '../catalogue/list-products.ts';
import { xmlElement, xmlParent, XML_DECLARATION } from '../xml.ts';

export const MERCHANT_FEED_PATH = '/feeds/merchant.xml';

/** The limits of the product data specification, in characters. */
const MAX_TITLE = 150;
const MAX_DESCRIPTION = 5000;

type FeedShop = { origin: string; shopName: string; formatName: (format: Variant['format']) => string };

export function merchantFeedHead({ origin, shopName }: FeedShop): string {
  return (
    `${XML_DECLARATION}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>` +
    xmlElement('title', shopName) +
    xmlElement('link', `${origin}/`) +
    xmlElement('description', shopName)
  );
}

export const MERCHANT_FEED_END = '</channel></rss>\n';

/** An item for each format of a product that the shop sells and has a price for, as guests pay it. */
export function merchantItems(product: ListedProduct, shop: FeedShop): string[] {
  const editions = product.variants.filter((variant) => variant.is_sold && variant.original_price > 0);
  return editions.map((variant) => {
    const parts = [
      ...itemProperties(product, variant, shop),
      ...availability(variant),
      ...(variant.isbn ? [['gtin', variant.isbn] as const] : []),
      ...(editions.length > 1 ? [['item_group_id', String(product.id)] as const] : []),
    ];
    return xmlParent('item', parts.map(([name, text]) => xmlElement(`g:${name}`, text)).join(''));
  });
}

type Property = readonly [name: string, text: string];

function itemProperties(product: ListedProduct, variant: Variant, { origin, formatName }: FeedShop): Property[] {
  const authors = product.authors.map(({ name }) => name).join(', ');
  const title = [product.title, authors, formatName(variant.format)].filter(Boolean).join(' – ');
  const about = product.description || [product.title, product.subtitle, authors].filter(Boolean).join(', ');
  return [
    ['id', String(variant.id)],
    ['title', cut(title, MAX_TITLE)],
    ['description', cut(about, MAX_DESCRIPTION)],
    ['link', origin + encodeURI(bookPath(product))],
    ['image_link', origin + openGraphImageOf(product.cover)],
    ['price', `${variant.original_price.toFixed(2)} MYR`],
    ['condition', 'new'],
    ['google_product_category', 'Media > Books'],
  ];
}

const AVAILABILITIES: Record<OfferState, string> = {
  in_stock: 'in_stock',
  preorder: 'preorder',
  back_order: 'backorder',
  out_of_stock: 'out_of_stock',
};

/** Dates of the specification are at most a year ahead. */
const MAX_DAYS_AHEAD = 365;

/** What is ordered ahead says from when it is dispatched, at the latest that its date allows, when the day begins in Malaysia. */
function availability(variant: Variant): Property[] {
  const { state, from } = offerOf(variant);
  if (from === null) return [['availability', AVAILABILITIES[state]]];
  const day = latestDay(from);
  if (day > addDays(dayInMalaysia(new Date().toISOString()), MAX_DAYS_AHEAD))
    return [['availability', AVAILABILITIES.out_of_stock]];
  return [
    ['availability', AVAILABILITIES[state]],
    ['availability_date', `${day}T00:00+08:00`],
  ];
}

/** A text of at most so many characters (code points). */
function cut(text: string, most: number): string {
  return text.length <= most ? text : [...text].slice(0, most).join('');
}
