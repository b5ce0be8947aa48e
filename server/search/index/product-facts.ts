import { ALL_FORMATS, type BookFormat } from '#domain/catalogue/product.ts';
import type { ProductData } from '../../catalogue/products.ts';

/** What filtering, sorting and counting look at. Prices in sen. */
export type ProductFacts = {
  id: number;
  popularity: number;
  /** The lowest list price of the formats that the shop sells. */
  price: number;
  /** The date of publication as a number that sorts as the date does: 19261014, 19261000 for a month, 0 for none. */
  published: number;
  language: string;
  publisher: string;
  /** Subjects of the shop with all that are above them. */
  subjects: string[];
  /** Whether one of the listed variants works with a screen reader. */
  isScreenReaderFriendly: boolean;
  /** The listed variants, cheapest first. */
  variants: { format: BookFormat; price: number; inStock: boolean }[];
};

/** A product's facts with what the file numbers: its authors and series, and where its title stands among all. */
export type RankedFacts = ProductFacts & { authors: number[]; series: number[]; titlePlace: number };

export type LinkKind = 'author' | 'series';
/** An author or a series by name and address. */
export type ProductLink = { kind: LinkKind; slug: string; name: string };

/** A listed product as the search index has it; `card` is what grids show. Texts are folded. */
export type IndexedProduct = {
  facts: ProductFacts;
  card: ProductData;
  title: string;
  titleSort: string;
  /** What words are searched in, with other spellings of them. */
  document: { title: string; names: string; text: string };
  links: ProductLink[];
};

/** Formats as bits; unknown ones have none. */
export function formatBits(formats: readonly string[]): number {
  return formats.reduce((bits, format) => {
    const place = (ALL_FORMATS as readonly string[]).indexOf(format);
    return place < 0 ? bits : bits | (1 << place);
  }, 0);
}

type LinkNumbers = { number: (kind: LinkKind, slug: string) => number | undefined };

/** A product's facts with what the file numbers. */
export function rankedFacts(numbers: LinkNumbers, { facts, links }: IndexedProduct, titlePlace: number): RankedFacts {
  const numbersOf = (wanted: LinkKind) => {
    const slugs = new Set(links.filter(({ kind }) => kind === wanted).map(({ slug }) => slug));
    return [...slugs].map((slug) => numbers.number(wanted, slug)!);
  };
  return { ...facts, authors: numbersOf('author'), series: numbersOf('series'), titlePlace };
}
