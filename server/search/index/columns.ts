import { formatBits, type RankedFacts } from './product-facts.ts';
import { GroupLists } from './group-lists.ts';
import { Dictionary, type StoredLists } from './rank-lists.ts';
import { grown, RankSet, type Numbers } from './rank-sets.ts';
import type { ReadColumn } from './stored-parts.ts';
import { packVariant, VariantLists } from './variant-lists.ts';

/** What a filter asks for by number, and a product has one or several of. */
export const GROUPS = ['subject', 'author', 'series', 'publisher'] as const;
export type Group = (typeof GROUPS)[number];

/** Stored columns: numbers by name, and texts in JSON as their bytes. */
export type StoredColumns = Map<string, Numbers>;

type Properties = { lastRank: number; size: number; dictionaries: string[][] };

/** What filters, facets and sorting look at, by rank, in memory. Prices in sen. */
export class IndexColumns {
  /** The highest rank that was ever given. */
  lastRank = 0;
  /** How many products are listed. */
  size = 0;
  ids = new Int32Array(0);
  prices = new Uint32Array(0);
  published = new Int32Array(0);
  popularity = new Int32Array(0);
  /** Where the title of a rank stands among all when they are sorted; equal titles have equal places. */
  titlePlaces = new Float64Array(0);
  language = new Uint16Array(0);
  publisher = new Uint32Array(0);
  formats = new Uint16Array(0);
  listed = new RankSet();
  available = new RankSet();
  screenReaderFriendly = new RankSet();
  /** Those with several variants. */
  several = new RankSet();
  /** Those that stand elsewhere in an order than when the file was built, or came since. */
  resorted = new RankSet();
  /** Those whose subjects, authors, series or publisher are not those of the stored groups any more. */
  regrouped = new RankSet();
  languages = new Dictionary();
  publishers = new Dictionary();
  subjects = new Dictionary();
  groupLists = new GroupLists();
  variantLists = new VariantLists();
  #scratch = new Uint32Array(0);

  /** Adds or replaces the product of a rank. */
  set(rank: number, facts: RankedFacts): void {
    if (rank >= this.ids.length) this.#grow(rank + 1);
    const isReplaced = this.listed.has(rank);
    if (!isReplaced) this.size += 1;
    this.lastRank = Math.max(this.lastRank, rank);
    const variants = facts.variants.map(packVariant);
    if (!isReplaced || !this.#isPlaced(rank, facts, variants)) this.resorted.add(rank);
    this.ids[rank] = facts.id;
    this.prices[rank] = facts.price;
    this.published[rank] = facts.published;
    this.popularity[rank] = facts.popularity;
    this.titlePlaces[rank] = facts.titlePlace;
    this.language[rank] = this.languages.number(facts.language);
    this.formats[rank] = formatBits(facts.variants.map(({ format }) => format));
    this.#setGroups(rank, facts, isReplaced);
    this.variantLists.set(rank, variants.length > 1 ? variants : []);
    this.several.put(rank, facts.variants.length > 1);
    this.listed.add(rank);
    this.screenReaderFriendly.put(rank, facts.isScreenReaderFriendly);
    this.available.put(
      rank,
      facts.variants.some(({ inStock }) => inStock),
    );
  }

  /** Whether a product stands where it stood in every order; of several variants, stock decides which price is shown. */
  #isPlaced(rank: number, facts: RankedFacts, variants: readonly number[]): boolean {
    if (this.popularity[rank] !== facts.popularity || this.published[rank] !== facts.published) return false;
    if (this.titlePlaces[rank] !== facts.titlePlace || this.prices[rank] !== facts.price) return false;
    if (variants.length > 1 || this.several.has(rank)) return this.variantLists.equals(rank, variants);
    return this.formats[rank] === formatBits(facts.variants.map(({ format }) => format));
  }

  #setGroups(rank: number, facts: RankedFacts, isReplaced: boolean): void {
    const publisher = this.publishers.number(facts.publisher);
    const subjects = facts.subjects.map((code) => this.subjects.number(code));
    const isRegrouped = this.groupLists.setGroups(rank, {
      subject: subjects,
      author: facts.authors,
      series: facts.series,
    });
    if (isReplaced && !isRegrouped && this.publisher[rank] === publisher) return;
    this.regrouped.add(rank);
    this.publisher[rank] = publisher;
  }

  /** The groups of one kind that a product is in. */
  groups(kind: Group, rank: number): ArrayLike<number> {
    if (kind === 'publisher') return this.publisher.subarray(rank, rank + 1);
    return this.groupLists.of(kind, rank);
  }

  delete(rank: number): void {
    if (this.listed.has(rank)) this.size -= 1;
    this.listed.delete(rank);
  }

  /** The list price of the variant that a filter by format shows: the cheapest in stock, else the cheapest. */
  shownPrice(rank: number, wantedFormats: number): number {
    if ((this.formats[rank]! & wantedFormats) === 0 || !this.several.has(rank)) return this.prices[rank]!;
    return this.variantLists.shownPrice(rank, wantedFormats)!;
  }

  /** Whether a variant in one of these formats is in stock. */
  hasCopies(rank: number, wantedFormats: number): boolean {
    if (this.several.has(rank)) return this.variantLists.hasCopies(rank, wantedFormats);
    return this.available.has(rank) && (this.formats[rank]! & wantedFormats) !== 0;
  }

  /** Room for a number for each rank, the same each time. */
  scratch(): Uint32Array {
    if (this.#scratch.length <= this.lastRank) this.#scratch = new Uint32Array(this.ids.length);
    return this.#scratch;
  }

  /** Everything, to be kept in a file. */
  stored(): StoredColumns {
    const [ranks, columns] = [this.lastRank + 1, new Map<string, Numbers>()];
    for (const name of COLUMNS) columns.set(name, this[name].subarray(0, ranks));
    for (const name of SETS) columns.set(name, this[name].words.subarray(0, (this.lastRank >>> 5) + 1));
    for (const name of LISTS)
      for (const [part, numbers] of this[name].stored(ranks).entries()) columns.set(`${name}.${part}`, numbers);
    const { lastRank, size } = this;
    const dictionaries = DICTIONARIES.map((name) => this[name].texts);
    const properties: Properties = { lastRank, size, dictionaries };
    return columns.set('properties', new TextEncoder().encode(JSON.stringify(properties)));
  }

  static restore(bytesOf: ReadColumn): IndexColumns {
    const restored = new IndexColumns();
    const { dictionaries, ...properties } = JSON.parse(new TextDecoder().decode(bytesOf('properties'))) as Properties;
    Object.assign(restored, properties);
    for (const name of COLUMNS) {
      const kind = restored[name].constructor as new (bytes: ArrayBuffer) => Numbers;
      Object.assign(restored, { [name]: new kind(bytesOf(name)) });
    }
    for (const name of SETS) restored[name] = new RankSet(new Uint32Array(bytesOf(name)));
    const lists = (name: string) =>
      [bytesOf(`${name}.0`), bytesOf(`${name}.1`), bytesOf(`${name}.2`)] satisfies StoredLists;
    restored.groupLists = new GroupLists(lists('groupLists'));
    restored.variantLists = new VariantLists(lists('variantLists'));
    for (const [place, name] of DICTIONARIES.entries()) restored[name] = new Dictionary(dictionaries[place]);
    return restored;
  }

  #grow(length: number): void {
    for (const name of COLUMNS) Object.assign(this, { [name]: grown(this[name], length) });
  }
}

const COLUMNS = [
  'ids',
  'prices',
  'published',
  'popularity',
  'titlePlaces',
  'language',
  'publisher',
  'formats',
] as const;
const SETS = ['listed', 'available', 'screenReaderFriendly', 'several', 'resorted', 'regrouped'] as const;
const LISTS = ['groupLists', 'variantLists'] as const;
const DICTIONARIES = ['languages', 'publishers', 'subjects'] as const;
