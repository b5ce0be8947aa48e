import type { ProductRecord } from '../../server/catalogue/product-record.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';
import { misspell, Random } from '../random.ts';

/** A query of a reader who wants one title, which is known by its words and its language. */
export type RelevanceQuery = { kind: QueryKind; language: string; query: string; title: string };

/** What a reader of a title types, or nothing where the kind does not fit the title. */
type Typing = (book: ProductRecord, random: Random, catalogue: Catalogue) => string | undefined;

const TYPINGS = {
  'exact title': ({ title }) => title,
  'written loosely': typeLoosely,
  'accents dropped': ({ title }) => unlessSame(dropAccents(title), title),
  'first words': typeFirstWords,
  'author and title word': typeAuthorAndWord,
  'series and number': typeSeriesAndNumber,
  'series, its first volume': ({ series }, _, { volumes }) =>
    series?.number === '1' && volumes.get(series.name)! > 1 ? series.name : undefined,
  'one mistake in 5 letters or more': typeWithMistakes({ least: 5, mistakes: 1 }),
  'two mistakes in 8 letters or more': typeWithMistakes({ least: 8, mistakes: 2 }),
  ISBN: typeIsbn,
  'ISBN with a wrong digit': typeWrongIsbn,
  'suggestions after 60 percent': ({ title }) => [...title].slice(0, Math.ceil([...title].length * 0.6)).join(''),
} satisfies Record<string, Typing>;

export type QueryKind = keyof typeof TYPINGS | 'named case';

/** What readers are known to type: numbers for their words, Persian names in Latin letters, a heroine's first name. */
const NAMED_CASES: Readonly<Record<string, string>> = {
  anne: 'Anne of Green Gables',
  '1984': 'Nineteen Eighty-Four',
  '3 musketeers': 'The Three Musketeers',
  '100 years of solitude': 'One Hundred Years of Solitude',
  '20000 leagues under the seas': 'Twenty Thousand Leagues Under the Seas',
  '20000 lieues sous les mers': 'Vingt mille lieues sous les mers',
  'sign of 4': 'The Sign of Four',
  '۸ کتاب': 'هشت کتاب',
  hafez: 'دیوان حافظ',
  shahnameh: 'شاهنامه',
  'omar khayyam': 'رباعیات خیام',
  'sadegh hedayat': 'بوف کور',
};

/** At most so many queries of each kind, a third of them or more for titles that are not in English. */
export type QuerySettings = { seed: number; perKind: number };

/** Queries of every kind for the titles of a catalogue: the same ones for the same seed. */
export function makeQueries(records: readonly ProductRecord[], { seed, perKind }: QuerySettings): RelevanceQuery[] {
  const catalogue = describeCatalogue(records);
  const made = Object.entries(TYPINGS).flatMap(([kind, type], place) => {
    const random = new Random(seed + place);
    const queries = random.shuffle(catalogue.books).flatMap((book) => {
      const query = type(book, random, catalogue);
      return query === undefined
        ? []
        : [{ kind: kind as QueryKind, language: book.language, query, title: book.title }];
    });
    const english = queries.filter(({ language }) => language === 'en');
    const foreign = queries
      .filter(({ language }) => language !== 'en')
      .slice(0, Math.max(Math.floor(perKind / 3), perKind - english.length));
    return [...english.slice(0, perKind - foreign.length), ...foreign];
  });
  const named = catalogue.books.flatMap(({ title, language }) =>
    Object.entries(NAMED_CASES)
      .filter(([, wanted]) => wanted === title)
      .map(([query]) => ({ kind: 'named case' as const, language, query, title })),
  );
  return [...made, ...named];
}

type Catalogue = { books: ProductRecord[]; volumes: Map<string, number>; words: Set<string> };

/** Titles that no other one is called like, how many volumes each series has, and every word. */
function describeCatalogue(records: readonly ProductRecord[]): Catalogue {
  const byTitle = Map.groupBy(records, ({ title }) => foldForSearch(title));
  const volumes = new Map<string, number>();
  for (const { series } of records) if (series) volumes.set(series.name, (volumes.get(series.name) ?? 0) + 1);
  const texts = records.flatMap(({ title, subtitle, description, contributors }) => [
    title,
    subtitle,
    description,
    ...contributors.map(({ name }) => name),
  ]);
  return {
    books: [...byTitle.values()].flatMap((books) => (books.length === 1 ? books : [])),
    volumes,
    words: new Set(texts.flatMap((text) => foldForSearch(text).split(' '))),
  };
}

function unlessSame(typed: string, title: string): string | undefined {
  return typed === title || typed === '' ? undefined : typed;
}

function dropAccents(title: string): string {
  return title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ی/g, 'ي')
    .replace(/ک/g, 'ك')
    .replace(/\u200c/g, ' ')
    .replace(/ß/g, 'ss');
}

/** In small or capital letters only, without punctuation, often without the article. */
function typeLoosely({ title }: ProductRecord, random: Random): string | undefined {
  const bare = title
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}\u200c]+/gu, ' ')
    .trim()
    .toLowerCase();
  const short = random.isLikely(0.5) ? bare.replace(/^(the|an?|der|die|das|les?|la|os?|as?) (?=.)/, '') : bare;
  return unlessSame(random.isLikely(0.2) ? short.toUpperCase() : short, title);
}

/** Two or three words of four or more; where several titles begin like this, the most popular one is meant. */
function typeFirstWords(book: ProductRecord, random: Random, { books }: Catalogue): string | undefined {
  const words = book.title.split(' ');
  if (words.length < 4) return undefined;
  const typed = words.slice(0, random.integer(2, 3)).join(' ');
  const alike = books.filter(({ title }) => `${foldForSearch(title)} `.startsWith(`${foldForSearch(typed)} `));
  const isMeant = alike.every((other) => other === book || other.popularity < book.popularity);
  return isMeant ? typed : undefined;
}

/** The author's last name and a word that none of their other titles has. */
function typeAuthorAndWord(book: ProductRecord, random: Random, { books }: Catalogue): string | undefined {
  const author = book.contributors[0]!.name;
  const isTheirs = ({ contributors }: ProductRecord) => contributors.some(({ name }) => name === author);
  const others = books.filter((other) => other !== book && isTheirs(other));
  const taken = new Set(others.flatMap(({ title }) => foldForSearch(title).split(' ')));
  const words = foldForSearch(book.title).split(' ');
  const own = words.filter((word) => word.length >= 4 && !taken.has(word));
  return own.length > 0 ? `${author.split(' ').at(-1)} ${random.pick(own)}`.toLowerCase() : undefined;
}

function typeSeriesAndNumber({ series }: ProductRecord, random: Random): string | undefined {
  if (!series?.number || !/^\d+$/.test(series.number)) return undefined;
  const name = series.name.toLowerCase().replace(/^the /, '');
  return `${name} ${random.pick(['', '', '#', 'book ', 'vol. '])}${series.number}`;
}

type MistakeSettings = { least: number; mistakes: number };

/** A word of at least so many letters with so many mistakes; one that they make into another known word is left alone. */
function typeWithMistakes({ least, mistakes }: MistakeSettings): Typing {
  return ({ title }, random, { words: known }) => {
    const words = title.toLowerCase().split(' ');
    const places = words.flatMap((word, place) => (/^\p{L}+$/u.test(word) && [...word].length >= least ? [place] : []));
    if (places.length === 0) return undefined;
    const place = random.pick(places);
    let wrong = words[place]!;
    for (let count = 0; count < mistakes; count += 1) wrong = misspell(random, wrong);
    return known.has(foldForSearch(wrong)) ? undefined : words.with(place, wrong).join(' ');
  };
}

function typeIsbn({ variants }: ProductRecord, random: Random): string | undefined {
  const isbn = variants.find((one) => one.isbn)?.isbn;
  if (!isbn) return undefined;
  const [, prefix, group, publisher, item, check] = /^(...)(.)(...)(.....)(.)$/.exec(isbn)!;
  const parts = [prefix, group, publisher, item, check];
  const persian = isbn.replace(/\d/g, (digit) => String.fromCodePoint(0x6f0 + Number(digit)));
  const forms = [isbn, parts.join('-'), parts.join(' '), `ISBN ${isbn}`, persian];
  return random.pick(prefix === '978' ? [...forms, isbn10Of(isbn), `ISBN-10: ${isbn10Of(isbn)}`] : forms);
}

function isbn10Of(isbn13: string): string {
  const digits = isbn13.slice(3, 12);
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (10 - index), 0);
  const check = (11 - (sum % 11)) % 11;
  return digits + (check === 10 ? 'X' : String(check));
}

function typeWrongIsbn({ variants }: ProductRecord, random: Random): string | undefined {
  const isbn = variants.find((one) => one.isbn)?.isbn;
  if (!isbn) return undefined;
  const place = random.integer(3, 12);
  const wrong = (Number(isbn[place]) + random.integer(1, 9)) % 10;
  return [...isbn].with(place, String(wrong)).join('');
}

const COLUMNS = ['kind', 'language', 'query', 'title'] as const;

/** As a file: one query a line, its cells separated by tabs. */
export function formatQueries(queries: readonly RelevanceQuery[]): string {
  const lines = queries.map((query) => COLUMNS.map((column) => query[column]).join('\t'));
  return [COLUMNS.join('\t'), ...lines, ''].join('\n');
}

export function parseQueries(text: string): RelevanceQuery[] {
  const [, ...lines] = text.trim().split('\n');
  return lines.map((line) => {
    const [kind, language, query, title] = line.split('\t');
    return { kind, language, query, title } as RelevanceQuery;
  });
}
