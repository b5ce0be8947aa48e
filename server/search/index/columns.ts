import { formatBit, formatBits, isInStock, packVariant, variantPrice, type RankedFacts } from './product-facts.ts';
import { Dictionary, RankLists } from './rank-lists.ts';
import { grown, RankSet, type Numbers } from './rank-sets.ts';

/** What a filter asks for by number, and a product has one or several of. */
export const GROUPS = ['subject', 'author', 'series', 'publisher'] as const;
export type Group = (typeof GROUPS)[number];

/** Stored columns: numbers by name, and texts in JSON as their bytes. */
export type StoredColumns = Map<string, Numbers>;

type Properties = { lastRank: number; size: number; isRankedByPopularity: boolean; dictionaries: string[][] };

/** What filters, facets and sorting look at, by rank, in memory. Prices in sen. */
export class IndexColumns {
  /** The highest rank that was ever given. */
  lastRank = 0;
  /** How many products are listed. */
  size = 0;
  /** Whether ranks are in order of popularity: no longer once a product was added or became more or less popular. */
  isRankedByPopularity = true;
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
  /** Those whose subjects, authors, series or publisher are not those of the stored groups any more. */
  regrouped = new RankSet();
  languages = new Dictionary();
  publishers = new Dictionary();
  subjects = new Dictionary();
  subjectLists = new RankLists();
  authorLists = new RankLists();
  seriesLists = new RankLists();
  variantLists = new RankLists();
  #scratch = new Uint32Array(0);

  /** Adds or replaces the product of a rank. */
  set(rank: number, facts: RankedFacts): void {
    if (rank >= this.ids.length) this.#grow(rank + 1);
    const isReplaced = this.listed.has(rank);
    const previous = this.listed.has(rank - 1) ? this.popularity[rank - 1]! : Infinity;
    const isInOrder = isReplaced ? this.popularity[rank] === facts.popularity : facts.popularity <= previous;
    if (!isInOrder) this.isRankedByPopularity = false;
    if (!isReplaced) this.size += 1;
    this.lastRank = Math.max(this.lastRank, rank);
    this.ids[rank] = facts.id;
    this.prices[rank] = facts.price;
    this.published[rank] = facts.published;
    this.popularity[rank] = facts.popularity;
    this.titlePlaces[rank] = facts.titlePlace;
    this.language[rank] = this.languages.number(facts.language);
    this.formats[rank] = formatBits(facts.variants.map(({ format }) => format));
    this.#setGroups(rank, facts, isReplaced);
    this.variantLists.set(rank, facts.variants.map(packVariant));
    this.listed.add(rank);
    this.screenReaderFriendly.put(rank, facts.isScreenReaderFriendly);
    this.available.put(
      rank,
      facts.variants.some(({ inStock }) => inStock),
    );
  }

  #setGroups(rank: number, facts: RankedFacts, isReplaced: boolean): void {
    const publisher = this.publishers.number(facts.publisher);
    const subjects = facts.subjects.map((code) => this.subjects.number(code));
    const isSame =
      isReplaced &&
      this.publisher[rank] === publisher &&
      this.subjectLists.equals(rank, subjects) &&
      this.authorLists.equals(rank, facts.authors) &&
      this.seriesLists.equals(rank, facts.series);
    if (isSame) return;
    this.regrouped.add(rank);
    this.publisher[rank] = publisher;
    this.subjectLists.set(rank, subjects);
    this.authorLists.set(rank, facts.authors);
    this.seriesLists.set(rank, facts.series);
  }

  /** The groups of one kind that a product is in. */
  groups(kind: Group, rank: number): ArrayLike<number> {
    if (kind === 'publisher') return this.publisher.subarray(rank, rank + 1);
    return this[`${kind}Lists`].get(rank);
  }

  delete(rank: number): void {
    if (this.listed.has(rank)) this.size -= 1;
    this.listed.delete(rank);
  }

  /** The list price of the variant that a filter by format shows: the cheapest in stock, else the cheapest. */
  shownPrice(rank: number, wantedFormats: number): number {
    if ((this.formats[rank]! & wantedFormats) === 0 || this.variantLists.length(rank) === 1) return this.prices[rank]!;
    const isWanted = (packed: number) => (formatBit(packed) & wantedFormats) !== 0;
    const shown =
      this.variantLists.find(rank, (packed) => isInStock(packed) && isWanted(packed)) ??
      this.variantLists.find(rank, isWanted);
    return shown === undefined ? this.prices[rank]! : variantPrice(shown);
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
    const { lastRank, size, isRankedByPopularity } = this;
    const dictionaries = DICTIONARIES.map((name) => this[name].texts);
    const properties: Properties = { lastRank, size, isRankedByPopularity, dictionaries };
    return columns.set('properties', new TextEncoder().encode(JSON.stringify(properties)));
  }

  static restore(bytesOf: (name: string) => ArrayBuffer): IndexColumns {
    const restored = new IndexColumns();
    const { dictionaries, ...properties } = JSON.parse(new TextDecoder().decode(bytesOf('properties'))) as Properties;
    Object.assign(restored, properties);
    for (const name of COLUMNS) {
      const kind = restored[name].constructor as new (bytes: ArrayBuffer) => Numbers;
      Object.assign(restored, { [name]: new kind(bytesOf(name)) });
    }
    for (const name of SETS) restored[name] = new RankSet(new Uint32Array(bytesOf(name)));
    for (const name of LISTS) {
      const [starts, lengths, values] = [0, 1, 2].map((part) => bytesOf(`${name}.${part}`));
      restored[name] = new RankLists(new Uint32Array(starts!), new Uint16Array(lengths!), new Uint32Array(values!));
    }
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
const SETS = ['listed', 'available', 'screenReaderFriendly', 'regrouped'] as const;
const LISTS = ['subjectLists', 'authorLists', 'seriesLists', 'variantLists'] as const;
const DICTIONARIES = ['languages', 'publishers', 'subjects'] as const;
