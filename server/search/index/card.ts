import { ALL_FORMATS } from '#domain/catalogue/product.ts';
import { titleSortKey } from '#domain/catalogue/text.ts';
import type { ProductData } from '../../catalogue/products.ts';
import { isSoldByStock, type Supply } from '../../catalogue/supply.ts';
import type { IndexedProduct, LinkKind } from './product-facts.ts';

const NUMBERS_EACH = 5;

/** What grids show of a product, in few bytes: authors and series by their numbers, what follows from the title as 0. */
type PackedCard = [
  id: number,
  title: string,
  slug: string | 0,
  titleSort: string | 0,
  language: string,
  subtitle: string,
  authors: number[],
  series: [link: number, number: string | null] | 0,
  /** {@link NUMBERS_EACH} for each variant: id, format, list price, member price, stock. */
  variants: number[],
  image: [hash: string, width: number, height: number, color: string] | 0,
  /** Only where there are reviews, or supplies. */
  rating?: [sum: number, count: number] | 0,
  /** How variants are supplied whose copies do not decide alone, by their places. */
  supplies?: Record<number, PackedSupply>,
];

type PackedSupply = [
  availability: string | null,
  publishingStatus: string | null,
  published: string | null,
  embargo: string | null,
  expected: string | null,
  orderDays: number | null,
];

export function packCard(
  { card, titleSort }: IndexedProduct,
  linkNumber: (kind: LinkKind, slug: string) => number,
): string {
  const { id, title, slug, language, subtitle, authors, series, variants, image, rating } = card;
  const packed: PackedCard = [
    id,
    title,
    slug === usualSlug(title) ? 0 : slug,
    titleSort === titleSortKey(title, language) ? 0 : titleSort,
    language,
    subtitle,
    authors.map((one) => linkNumber('author', one.slug)),
    series ? [linkNumber('series', series.slug), series.number] : 0,
    variants.flatMap((one) => [one.id, ALL_FORMATS.indexOf(one.format), one.listPrice, one.memberPrice, one.stock]),
    image ? [image.hash, image.width, image.height, image.color] : 0,
  ];
  const supplies = packSupplies(variants);
  if (rating || supplies) packed.push(rating ? [rating.sum, rating.count] : 0);
  if (supplies) packed.push(supplies);
  return JSON.stringify(packed);
}

export function unpackCard(text: string, link: (number: number) => { slug: string; name: string }): ProductData {
  const [id, title, slug, , language, subtitle, authors, series, numbers, image, rating, supplies] = JSON.parse(
    text,
  ) as PackedCard;
  const nameOf = (number: number) => {
    const { name, slug: address } = link(number);
    return { name, slug: address };
  };
  const variants: ProductData['variants'] = [];
  for (let start = 0; start < numbers.length; start += NUMBERS_EACH)
    variants.push({
      id: numbers[start]!,
      format: ALL_FORMATS[numbers[start + 1]!]!,
      listPrice: numbers[start + 2]!,
      memberPrice: numbers[start + 3]!,
      stock: numbers[start + 4]!,
      supply: unpackSupply(supplies?.[start / NUMBERS_EACH]),
    });
  return {
    id,
    slug: slug === 0 ? usualSlug(title) : slug,
    title,
    subtitle,
    language,
    authors: authors.map(nameOf),
    series: series === 0 ? null : { ...nameOf(series[0]), number: series[1] },
    variants,
    rating: rating ? { sum: rating[0], count: rating[1] } : null,
    image: image === 0 ? null : { hash: image[0], width: image[1], height: image[2], color: image[3] },
  };
}

function packSupplies(variants: ProductData['variants']): Record<number, PackedSupply> | undefined {
  const packed = variants.flatMap(({ stock, supply }, place) =>
    supply && !isSoldByStock({ stock, supply }) ? [[place, packSupply(supply)]] : [],
  );
  return packed.length > 0 ? (Object.fromEntries(packed) as Record<number, PackedSupply>) : undefined;
}

function packSupply(supply: Supply): PackedSupply {
  const { availability, publishingStatus, published, embargo, expected, orderDays } = supply;
  return [availability, publishingStatus, published, embargo, expected, orderDays];
}

/** Of copies that nobody can order any more nothing is packed: there are places left. */
function unpackSupply(packed: PackedSupply | undefined): Supply | null {
  if (!packed) return null;
  const [availability, publishingStatus, published, embargo, expected, orderDays] = packed;
  const facts = { availability, publishingStatus, published, embargo, expected, orderDays };
  return { ...facts, awaited: 0, awaitedLimit: null };
}

/** The titles of a packed card: as shown, and as sorted. */
export function cardTitles(text: string): { title: string; titleSort: string } {
  const [, title, , titleSort, language] = JSON.parse(text) as PackedCard;
  return { title, titleSort: titleSort === 0 ? titleSortKey(title, language) : titleSort };
}

/** The number of a packed card's place in its series. */
export function seriesNumber(text: string): string | null | undefined {
  const series = (JSON.parse(text) as PackedCard)[7];
  return series === 0 ? undefined : series[1];
}

function usualSlug(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-');
}
