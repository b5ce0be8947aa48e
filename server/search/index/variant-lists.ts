import { ALL_FORMATS } from '#domain/catalogue/product.ts';
import type { ProductFacts } from './product-facts.ts';
import { RankLists, type StoredLists } from './rank-lists.ts';

type Variant = ProductFacts['variants'][number];

/**
 * The listed variants of each rank that has several, cheapest first, each as one number: its list price, its format and whether it is in
 * stock. For the others the columns say as much.
 */
export class VariantLists extends RankLists<Uint32Array> {
  constructor(stored?: StoredLists) {
    super(Uint32Array, stored);
  }

  /** The list price of the cheapest in stock in one of these formats, else of the cheapest in one of them. */
  shownPrice(rank: number, formats: number): number | undefined {
    const { values, start, end } = this.placeOf(rank);
    let shown: number | undefined;
    for (let place = start; place < end; place += 1) {
      const packed = values[place]!;
      if ((formatBit(packed) & formats) === 0) continue;
      if (isInStock(packed)) return priceOf(packed);
      shown ??= priceOf(packed);
    }
    return shown;
  }

  /** Whether one in one of these formats is in stock. */
  hasCopies(rank: number, formats: number): boolean {
    const { values, start, end } = this.placeOf(rank);
    for (let place = start; place < end; place += 1)
      if (isInStock(values[place]!) && (formatBit(values[place]!) & formats) !== 0) return true;
    return false;
  }
}

export function packVariant({ format, price, inStock }: Variant): number {
  return price * 32 + ALL_FORMATS.indexOf(format) * 2 + Number(inStock);
}

function priceOf(packed: number): number {
  return packed >>> 5;
}

/** The format as a bit. */
function formatBit(packed: number): number {
  return 1 << ((packed & 31) >>> 1);
}

function isInStock(packed: number): boolean {
  return (packed & 1) === 1;
}
