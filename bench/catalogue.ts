import type { ProductRecord } from '../server/catalogue/product-record.ts';
import { PHYSICAL_FORMATS } from '#domain/catalogue/product.ts';
import { childSubjects } from '#domain/catalogue/subject.ts';
import { SUBJECT_CODES } from '#domain/catalogue/thema-codes.ts';
import { isbn13CheckDigit } from '#domain/catalogue/isbn.ts';
import { makeWord, Random, zipf } from './random.ts';

/* A made catalogue: as many titles as are asked for, distributed like those of a large bookshop. */

/** A contributor or series is known by its place among all. Prices in sen. */
export type MadeTitle = {
  title: string;
  description: string;
  language: string;
  published: string;
  publisher: string;
  popularity: number;
  contributors: { place: number; role: string }[];
  series: { place: number; number: number } | undefined;
  subjects: string[];
  editions: { isbn: string; format: string; listPrice: number; memberPrice: number; stock: number; pages: number }[];
};

export type MadeCatalogue = { contributors: string[]; series: string[]; titles: Generator<MadeTitle> };

const MADE_WORDS = 120_000;
const ZIPF_EXPONENT = 0.95;
/** Seven in ten titles are in English. */
const LANGUAGES = ['en', 'en', 'en', 'en', 'en', 'en', 'en', 'other', 'other', 'other'];
const OTHER_LANGUAGES = ['ms', 'zh', 'de', 'fr', 'pt', 'fa'];
const LEAVES = SUBJECT_CODES.filter((code) => childSubjects(code).length === 0);
const subjectAt = zipf(LEAVES.length, 0.8);

/** The same titles for the same number, seed and words. */
export function makeCatalogue(titles: number, seed: number, realWords: readonly string[]): MadeCatalogue {
  const random = new Random(seed);
  const words = [...realWords, ...Array.from({ length: MADE_WORDS }, () => makeWord(random))];
  const wordAt = zipf(words.length, ZIPF_EXPONENT);
  const say = (count: number) => Array.from({ length: count }, () => words[wordAt(random)]!);
  const contributors = makeNames(random, Math.ceil(titles * 0.35));
  const series = makeNames(random, Math.ceil(titles * 0.03)).map((name) => `${name} Chronicles`);
  return { contributors, series, titles: makeTitles(titles, { random, say, contributors, series }) };
}

/** Two words each, and no two alike. */
function makeNames(random: Random, count: number): string[] {
  const names = new Set<string>();
  while (names.size < count) names.add(`${capitalize(makeWord(random))} ${capitalize(makeWord(random))}`);
  return [...names];
}

type Source = { random: Random; say: (count: number) => string[]; contributors: string[]; series: string[] };

function* makeTitles(count: number, source: Source): Generator<MadeTitle> {
  const { random, say } = source;
  const publishers = makeNames(random, 2000);
  const volumes = new Uint16Array(source.series.length);
  let isbns = 0;
  for (let index = 0; index < count; index += 1) {
    const language = random.pick(LANGUAGES);
    const place = random.integer(0, source.series.length - 1);
    yield {
      title: say(random.integer(1, 6)).map(capitalize).join(' '),
      description: `${capitalize(say(random.integer(10, 40)).join(' '))}.`,
      language: language === 'en' ? language : random.pick(OTHER_LANGUAGES),
      published: String(random.integer(1950, 2026)),
      publisher: random.pick(publishers),
      popularity: Math.round(100 * random.next() ** 6),
      contributors: makeContributors(source),
      series: random.isLikely(0.15) ? { place, number: (volumes[place]! += 1) } : undefined,
      subjects: [...new Set(Array.from({ length: random.integer(1, 2) }, () => LEAVES[subjectAt(random)]!))],
      editions: makeEditions(random, () => isbnOf((isbns += 1))),
    };
  }
}

function makeContributors({ random, contributors }: Source): MadeTitle['contributors'] {
  const anybody = (role: string) => ({ place: Math.floor(contributors.length * random.next() ** 2), role });
  const people = [anybody('author')];
  if (random.isLikely(0.2)) people.push(anybody('author'));
  if (random.isLikely(0.1)) people.push(anybody('translator'));
  return [...new Map(people.map((person) => [person.place, person])).values()];
}

/** 1.3 editions a title; 15 percent of them are out of stock. */
function makeEditions(random: Random, nextIsbn: () => string): MadeTitle['editions'] {
  const formats = random.isLikely(0.7) ? [random.pick(PHYSICAL_FORMATS.slice(0, 2))] : PHYSICAL_FORMATS.slice(0, 2);
  return formats.map((format) => {
    const listPrice = 1590 + 500 * random.integer(0, 29);
    const stock = random.isLikely(0.15) ? 0 : random.integer(1, 60);
    const shown = random.isLikely(0.1) ? random.pick(PHYSICAL_FORMATS.slice(2)) : format;
    const memberPrice = Math.round(listPrice * 0.09) * 10;
    return { isbn: nextIsbn(), format: shown, listPrice, memberPrice, stock, pages: random.integer(40, 900) };
  });
}

/** Numbers that no book of the demo has. */
function isbnOf(place: number): string {
  const first12 = `978${700_000_000 + place}`;
  return first12 + isbn13CheckDigit(first12);
}

/** The words of real titles and descriptions in Latin letters, those of titles first, the most frequent before others. */
export function listRealWords(records: readonly ProductRecord[]): string[] {
  const inTitles = countWords(records.map(({ title, subtitle }) => `${title} ${subtitle}`));
  const inDescriptions = countWords(records.map(({ description }) => description));
  return [...new Set([...inTitles, ...inDescriptions])];
}

function countWords(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of texts.flatMap((text) => text.toLowerCase().match(/[\p{Script=Latin}\p{M}]+/gu) ?? []))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([word]) => word);
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
