import { wordsOf } from '../../catalogue/search-words.ts';
import { slugOf } from '#domain/catalogue/text.ts';
import type { LinkKind, ProductLink } from './product-facts.ts';
import { Recent } from './rank-sets.ts';
import type { ReadColumn, StoreColumn } from './stored-parts.ts';
import { StoredTexts, TextsWriter } from './stored-texts.ts';
import type { Statements } from './statements.ts';

export type StoredLink = { slug: string; name: string };
type ChangedLink = StoredLink & { folded: string };

/** What is kept in memory of the links that were there when the file was built, by their numbers: little beside their names. */
const LINK_TEXTS = { slug: 'link slugs', name: 'link names', folded: 'folded names' } as const;
type LinkText = keyof typeof LINK_TEXTS;

const KEPT_NUMBERS = 20_000;

/** The authors and series of the search index, which products know by their numbers. */
export class Links {
  readonly #file: Statements;
  readonly #numbers = new Recent<number | undefined>(KEPT_NUMBERS);
  readonly #built: Record<LinkText, StoredTexts>;
  /** The links that were renamed since, or came. */
  readonly #changed = new Map<number, ChangedLink>();
  /** Where the slug of each of the first links stands among all; sorting by it is faster than by reading. */
  readonly #places: Uint32Array;

  constructor(file: Statements, column: ReadColumn) {
    const texts = (text: LinkText) => new StoredTexts(LINK_TEXTS[text], column);
    [this.#file, this.#places] = [file, new Uint32Array(column('slug places'))];
    this.#built = { slug: texts('slug'), name: texts('name'), folded: texts('folded') };
    const changed = 'SELECT number, slug, name, folded FROM link WHERE is_changed = 1';
    for (const { number, ...link } of file.all<ChangedLink & { number: number }>(changed))
      this.#changed.set(number, link);
  }

  find(number: number): StoredLink {
    const changed = this.#changed.get(number);
    if (changed) return { slug: changed.slug, name: changed.name };
    const name = this.#built.name.get(number)!;
    return { slug: unpackSlug(this.#built.slug.get(number)!, name), name };
  }

  /** The folded name of a link. */
  foldedName(number: number): string {
    const folded = this.#changed.get(number)?.folded ?? this.#built.folded.get(number)!;
    return folded || this.#built.name.get(number)!.toLowerCase();
  }

  number(kind: LinkKind, slug: string): number | undefined {
    const sql = 'SELECT number FROM link WHERE slug = ? AND kind = ?';
    return this.#numbers.get(`${kind} ${slug}`, () => this.#file.get<{ number: number }>(sql, slug, kind)?.number);
  }

  /** The numbers of those that are known. */
  numbers(kind: LinkKind, slugs: readonly string[]): number[] {
    const numbers = slugs.map((slug) => this.number(kind, slug)).filter((number) => number !== undefined);
    return [...new Set(numbers)];
  }

  /** Adds a link, or takes over its new name. */
  save({ kind, slug, name }: ProductLink): void {
    const known = this.number(kind, slug);
    if (known !== undefined && this.find(known).name === name) return;
    const folded = wordsOf(name);
    const sql = `INSERT INTO link (kind, slug, name, folded, is_changed) VALUES (?, ?, ?, ?, 1)
      ON CONFLICT DO UPDATE SET name = excluded.name, folded = excluded.folded, is_changed = 1
      RETURNING number`;
    const { number } = this.#file.get<{ number: number }>(sql, kind, slug, name, folded)!;
    this.#numbers.set(`${kind} ${slug}`, number);
    this.#changed.set(number, { slug, name, folded });
  }

  /** Puts two in the order of their slugs. */
  compare(a: number, b: number): number {
    const places = this.#places;
    if (a < places.length && b < places.length) return places[a]! - places[b]!;
    return this.find(a).slug < this.find(b).slug ? -1 : 1;
  }

  /** The numbers of series with this folded name, with or without "the". */
  seriesNamed(name: string): number[] {
    const rows = this.#file.all<{ number: number }>(
      "SELECT number FROM link WHERE folded IN (?1, 'the ' || ?1) AND kind = 'series' LIMIT 10",
      name,
    );
    return rows.map(({ number }) => number);
  }
}

/** Writes the links of a new file, and knows their numbers. */
export class LinksWriter {
  readonly #file: Statements;
  readonly #numbers: Record<LinkKind, Map<string, number>> = { author: new Map(), series: new Map() };
  readonly #texts = { slug: new TextsWriter(), name: new TextsWriter(), folded: new TextsWriter() };
  #last = 0;

  constructor(file: Statements) {
    this.#file = file;
    // Numbers begin at 1.
    for (const texts of Object.values(this.#texts)) texts.add('');
  }

  /** Adds a link that is not known. */
  add({ kind, slug, name }: ProductLink): void {
    if (this.#numbers[kind].has(slug)) return;
    const folded = wordsOf(name);
    this.#last += 1;
    this.#numbers[kind].set(slug, this.#last);
    this.#file.run('INSERT INTO link VALUES (?, ?, ?, ?, ?, 0)', this.#last, kind, slug, name, folded);
    this.#texts.slug.add(packSlug(slug, name));
    this.#texts.name.add(name);
    this.#texts.folded.add(folded === name.toLowerCase() ? '' : folded);
  }

  number(kind: LinkKind, slug: string): number | undefined {
    return this.#numbers[kind].get(slug);
  }

  finish(store: StoreColumn): void {
    for (const text of ['slug', 'name', 'folded'] as const) this.#texts[text].finish(LINK_TEXTS[text], store);
    store('slug places', this.#slugPlaces());
  }

  /** The place of each link's slug among all, by the links' numbers. */
  #slugPlaces(): Uint32Array {
    const places = new Uint32Array(this.#last + 1);
    let place = 0;
    for (const { number } of this.#file.iterate<{ number: number }>('SELECT number FROM link ORDER BY slug'))
      places[number] = place += 1;
    return places;
  }
}

/** What a slug has beyond what follows from the name; whole after a slash where it is another one. */
function packSlug(slug: string, name: string): string {
  const usual = slugOf(name);
  const rest = slug.slice(usual.length);
  return slug.startsWith(usual) && !rest.startsWith('/') ? rest : `/${slug}`;
}

function unpackSlug(packed: string, name: string): string {
  return packed.startsWith('/') ? packed.slice(1) : slugOf(name) + packed;
}
