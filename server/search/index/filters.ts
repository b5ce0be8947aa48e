import type { ProductFilter } from '#contract/product-filter.ts';
import { FACETS, type FacetName } from '../search-index.ts';
import type { Group, IndexColumns } from './columns.ts';
import { between, lookingAt, onlyIn, withBits } from './fills.ts';
import { formatBits, type LinkKind } from './product-facts.ts';
import { priceBounds, type Orders } from './orders.ts';
import type { Postings } from './postings.ts';
import { either, replaceAmong, type Ranks } from './ranks.ts';
import { KeptSets, RankSet, type FillWords } from './rank-sets.ts';

/** So many filters' products are kept where they are many: an eighth of a megabyte each among a million. */
const KEPT_FILTERS = 64;

/** A filter as ranks. */
export type Filters = {
  chosen: ReadonlySet<FacetName>;
  /** Products pass that are in all of these; with a facet, regardless of what is chosen of it. */
  passing: (regardlessOf?: FacetName) => Ranks[];
};

type Sources = {
  columns: IndexColumns;
  orders: Orders;
  /** The products of each group when the index was built. */
  postings: Record<Group, Postings>;
  linkNumbers: (kind: LinkKind, slugs: readonly string[]) => readonly number[];
};

/** The products that pass a filter. */
export class FilterSets {
  readonly #sources: Sources;
  readonly #kept = new KeptSets(KEPT_FILTERS);

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Puts the product of a rank, which is new or changed, where it belongs. */
  update(rank: number): void {
    this.#kept.update(rank);
  }

  of(filter: ProductFilter): Filters {
    const { columns, linkNumbers } = this.#sources;
    const { subject, author, publisher, series, in_stock, screen_reader } = filter;
    const facets: Record<FacetName, Ranks | undefined> = {
      subject: subject && this.inGroups('subject', columns.subjects.find(subject)),
      format: this.#inFormats(filter),
      language: filter.language && this.#inLanguages(columns.languages.find(filter.language)),
      author: author && this.inGroups('author', linkNumbers('author', author)),
      price: this.#inPriceBounds(filter),
    };
    const fixed = [
      columns.listed,
      publisher && this.inGroups('publisher', columns.publishers.find(publisher)),
      series && this.inGroups('series', linkNumbers('series', series)),
      in_stock === 'true' ? columns.available : undefined,
      screen_reader === 'true' ? columns.screenReaderFriendly : undefined,
    ].filter((ranks) => ranks !== undefined);
    const chosen = new Set(FACETS.filter((facet) => facets[facet]));
    return {
      chosen,
      passing: (regardlessOf) => {
        const wanted = FACETS.filter((facet) => facet !== regardlessOf).map((facet) => facets[facet]);
        return [...fixed, ...wanted.filter((ranks) => ranks !== undefined)];
      },
    };
  }

  /** The products in one of the groups with these numbers. */
  inGroups(group: Group, numbers: readonly number[]): Ranks {
    const wanted = new Set(numbers);
    const isMember = (rank: number) =>
      Array.from(this.#sources.columns.groups(group, rank)).some((one) => wanted.has(one));
    return this.#keep(nameOf(group, numbers), isMember, () => {
      const { columns, postings } = this.#sources;
      return replaceAmong(postings[group].union(numbers), columns.regrouped, isMember);
    });
  }

  #inLanguages(numbers: readonly number[]): Ranks {
    const { columns } = this.#sources;
    const wanted = new Set(numbers);
    const isMember = (rank: number) => wanted.has(columns.language[rank]!);
    return this.#keep(nameOf('language', numbers), isMember, () =>
      either(numbers.map((number) => this.#found([between(() => columns.language, [number, number])]))),
    );
  }

  /** Those with one of the formats; where it must be in stock, with one of them in stock. */
  #inFormats({ format, in_stock }: ProductFilter): Ranks | undefined {
    if (!format) return undefined;
    const { columns } = this.#sources;
    const wanted = formatBits(format);
    const inFormats = withBits(() => columns.formats, wanted);
    if (in_stock !== 'true') {
      const isMember = (rank: number) => (columns.formats[rank]! & wanted) !== 0;
      return this.#keep(`format ${wanted}`, isMember, () => this.#found([inFormats], isMember));
    }
    const isMember = (rank: number) => columns.hasCopies(rank, wanted);
    return this.#keep(`copies ${wanted}`, isMember, () =>
      this.#found([inFormats, onlyIn(columns.available), lookingAt(columns.several, isMember)], isMember),
    );
  }

  /** By the price in the wanted formats, for those that have one of them. */
  #inPriceBounds({ min_price, max_price, format = [] }: ProductFilter): Ranks | undefined {
    if (min_price === undefined && max_price === undefined) return undefined;
    const { columns, orders } = this.#sources;
    const bounds = priceBounds({ min_price, max_price });
    const [least, most] = bounds;
    const wanted = formatBits(format);
    const isMember = (rank: number) => {
      const price = columns.shownPrice(rank, wanted);
      return price >= least && price <= most;
    };
    return this.#keep(`price ${least} ${most} ${wanted}`, isMember, () => {
      const few = format.length > 1 ? undefined : orders.fewPricedBetween(bounds, format[0]);
      if (few) return few.filter(isMember);
      const byListPrice = between(() => columns.prices, bounds);
      if (format.length === 0) return this.#found([byListPrice], isMember);
      const several = this.#found([withBits(() => columns.formats, wanted), onlyIn(columns.several)]);
      return this.#found([byListPrice, lookingAt(several, isMember)], isMember);
    });
  }

  /** Of all ranks that are known now. */
  #found(fills: readonly FillWords[], isMember?: (rank: number) => boolean): RankSet {
    const words = new Uint32Array((this.#sources.columns.lastRank >>> 5) + 1);
    return new RankSet(words, { fills, isMember });
  }

  #keep(name: string, isMember: (rank: number) => boolean, find: () => Ranks): Ranks {
    const known = this.#kept.get(name);
    if (known) return known;
    const found = find();
    if (found instanceof RankSet) this.#kept.keep(name, found, isMember);
    return found;
  }
}

/** By numbers rather than texts: a text without a number may get one with a later product. */
function nameOf(kind: string, numbers: readonly number[]): string {
  return `${kind} ${numbers.toSorted((a, b) => a - b).join(' ')}`;
}
