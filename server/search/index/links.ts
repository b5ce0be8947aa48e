import { foldForSearch } from '#domain/catalogue/text.ts';
import type { LinkKind, ProductLink } from './product-facts.ts';
import { Recent } from './rank-sets.ts';
import { type StoredTexts, TextsWriter } from './stored-texts.ts';
import type { Statements } from './statements.ts';

export type StoredLink = { slug: string; name: string };

const KEPT_LINKS = 20_000;

/** The authors and series of the search index, which products know by their numbers. */
export class Links {
  readonly #file: Statements;
  readonly #recent = new Recent<StoredLink>(KEPT_LINKS);
  readonly #numbers = new Recent<number | undefined>(KEPT_LINKS);
  /** The folded names of the first links, but those that changed since. */
  readonly #names: StoredTexts;
  readonly #renamed = new Map<number, string>();
  /** Where the slug of each of the first links stands among all; sorting by it is faster than by reading. */
  readonly #places: Uint32Array;

  constructor(file: Statements, { names, places }: { names: StoredTexts; places: Uint32Array }) {
    [this.#file, this.#names, this.#places] = [file, names, places];
    const renamed = 'SELECT number, folded FROM link WHERE is_renamed = 1';
    for (const { number, folded } of file.all<{ number: number; folded: string }>(renamed))
      this.#renamed.set(number, folded);
  }

  find(number: number): StoredLink {
    return this.#recent.get(number, () =>
      this.#file.get<StoredLink>('SELECT slug, name FROM link WHERE number = ?', number)!,
    );
  }

  /** The folded name of a link. */
  foldedName(number: number): string {
    return this.#renamed.get(number) ?? this.#names.get(number) ?? '';
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
    const folded = foldForSearch(name);
    const sql = `INSERT INTO link (kind, slug, name, folded, is_renamed) VALUES (?, ?, ?, ?, 1)
      ON CONFLICT DO UPDATE SET name = excluded.name, folded = excluded.folded, is_renamed = 1
      RETURNING number`;
    const { number } = this.#file.get<{ number: number }>(sql, kind, slug, name, folded)!;
    this.#numbers.set(`${kind} ${slug}`, number);
    this.#recent.set(number, { slug, name });
    this.#renamed.set(number, folded);
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

/** The place of each link's slug among all, by the links' numbers. */
export function slugPlaces(file: Statements): Uint32Array {
  const last = file.get<{ last: number | null }>('SELECT max(number) AS last FROM link')!.last ?? 0;
  const places = new Uint32Array(last + 1);
  let place = 0;
  for (const { number } of file.iterate<{ number: number }>('SELECT number FROM link ORDER BY slug'))
    places[number] = place += 1;
  return places;
}

/** Writes the links of a new file, and knows their numbers. */
export class LinksWriter {
  /** The folded names, by the links' numbers. */
  readonly foldedNames = new TextsWriter();
  readonly #file: Statements;
  readonly #numbers: Record<LinkKind, Map<string, number>> = { author: new Map(), series: new Map() };
  #last = 0;

  constructor(file: Statements) {
    this.#file = file;
  }

  /** Adds a link that is not known. */
  add({ kind, slug, name }: ProductLink): void {
    if (this.#numbers[kind].has(slug)) return;
    const folded = foldForSearch(name);
    this.#last += 1;
    this.#numbers[kind].set(slug, this.#last);
    this.#file.run('INSERT INTO link VALUES (?, ?, ?, ?, ?, 0)', this.#last, kind, slug, name, folded);
    this.foldedNames.add(folded);
  }

  number(kind: LinkKind, slug: string): number | undefined {
    return this.#numbers[kind].get(slug);
  }
}
