import { slugOf } from '#domain/catalogue/text.ts';
import type { ProductRecord, VariantRecord } from '../catalogue/product-record.ts';
import { BIOGRAPHIES } from './biographies.ts';

/** What the demo knows of some of its titles beyond the columns of its file, as the trade's feeds have it of most. */
type DemoFacts = Partial<Pick<ProductRecord, 'moreSeries' | 'originalLanguage' | 'audience' | 'imprint' | 'works'>> & {
  /** Further contributors. */
  people?: ProductRecord['contributors'];
  /** What is known of the editions in the file, by ISBN. */
  editions?: Record<string, Partial<VariantRecord>>;
  /** Editions that are not in the file. */
  more?: VariantRecord[];
};

/** Works whose editions in several languages are in the catalogue, by title and language. */
const WORKS: Record<string, readonly string[]> = {
  'demo:hafez-divan': ['دیوان حافظ|fa', 'Poems from the Divan of Hafiz|en'],
  'demo:khayyam-rubaiyat': ['رباعیات خیام|fa', 'Rubáiyát of Omar Khayyám|en'],
  'demo:kafka-verwandlung': ['Die Verwandlung|de', 'Metamorphosis|en'],
  'demo:verne-vingt-mille-lieues': ['Vingt mille lieues sous les mers|fr', 'Twenty Thousand Leagues Under the Seas|en'],
  'demo:saint-exupery-petit-prince': ['Le Petit Prince|fr', 'The Little Prince|en', 'شازده کوچولو|fa'],
  'demo:hugo-miserables': ['Les Misérables|fr', 'Les Misérables|en'],
  'demo:satrapi-persepolis': ['Persepolis|fr', 'Persepolis|en'],
};

const CHILDREN = (ageFrom: number, ageTo: number) => ({ groups: ['02'], ageFrom, ageTo });
const DISCWORLD = (name: string, number: string): DemoFacts => ({ moreSeries: [{ name, number }] });

const E_BOOK = {
  format: 'ebook',
  stock: null,
  pages: null,
  published: null,
} as const satisfies Partial<VariantRecord>;

const FACTS: Record<string, DemoFacts> = {
  'Equal Rites|en': DISCWORLD('Witches', '1'),
  'Wyrd Sisters|en': DISCWORLD('Witches', '2'),
  'Mort|en': DISCWORLD('Death', '1'),
  'Sourcery|en': DISCWORLD('Rincewind', '3'),
  'The Colour of Magic|en': DISCWORLD('Rincewind', '1'),
  'The Light Fantastic|en': DISCWORLD('Rincewind', '2'),
  'Guards! Guards!|en': DISCWORLD('City Watch', '1'),
  'Poems from the Divan of Hafiz|en': { originalLanguage: 'fa' },
  'Rubáiyát of Omar Khayyám|en': { originalLanguage: 'fa' },
  'War and Peace|en': { originalLanguage: 'ru' },
  'Anna Karenina|en': { originalLanguage: 'ru' },
  'Crime and Punishment|en': { originalLanguage: 'ru' },
  'Don Quixote|en': { originalLanguage: 'es' },
  'The Name of the Rose|en': { originalLanguage: 'it' },
  'Les Misérables|en': { originalLanguage: 'fr' },
  'The Little Prince|en': { originalLanguage: 'fr', audience: CHILDREN(8, 12) },
  'شازده کوچولو|fa': { originalLanguage: 'fr', audience: CHILDREN(8, 12) },
  'Le Petit Prince|fr': { audience: CHILDREN(8, 12) },
  'Der Räuber Hotzenplotz|de': { audience: CHILDREN(6, 9) },
  'ماهی سیاه کوچولو|fa': { audience: CHILDREN(7, 12) },
  'Twenty Thousand Leagues Under the Seas|en': {
    originalLanguage: 'fr',
    moreSeries: [{ name: 'Voyages extraordinaires', number: '6' }],
    people: [{ name: 'Lewis Page Mercier', role: 'translator' }],
  },
  'Metamorphosis|en': {
    originalLanguage: 'de',
    people: [{ name: 'David Wyllie', role: 'translator' }],
    editions: {
      '9786299902164': {
        availability: '21',
        details: { height: 198, width: 129, thickness: 9, weight: 110, editionNumber: 2 },
      },
    },
    more: [
      {
        ...E_BOOK,
        isbn: '9786299907268',
        listPrice: 1290,
        memberPrice: 990,
        details: { protections: ['02'] },
        accessibility: {
          features: [
            { code: '36', text: '' },
            { code: '52', text: '' },
            { code: '04', text: '' },
            { code: '81', text: '' },
            { code: '85', text: '' },
            { code: '11', text: '' },
            { code: '13', text: '' },
            { code: '29', text: '' },
            { code: '19', text: '' },
            { code: '14', text: '' },
            { code: '22', text: '' },
            {
              code: '00',
              text: 'The only image is the cover, which is described. The text has no tables and no formulas.',
            },
          ],
          hazards: ['00'],
        },
      },
    ],
  },
  'Die Verwandlung|de': {
    more: [{ ...E_BOOK, isbn: '9786299907275', listPrice: 1190, memberPrice: 990, details: { protections: ['00'] } }],
  },
  'Sense and Sensibility|en': {
    editions: {
      '9786299901280': { stock: 25, availability: '10', publishingStatus: '02', embargo: '2027-07-15' },
    },
  },
  'Pride and Prejudice|en': {
    editions: {
      '9786299901235': { availability: '22', orderDays: 9 },
      '9786299901259': { details: { duration: 695 } },
    },
  },
  'Les Misérables|fr': { editions: { '9786299905806': { availability: '31', expected: '2027-02' } } },
};

/** Adds to the titles of the demo's file what else the demo knows of them. */
export function withBookFacts(titles: readonly ProductRecord[]): ProductRecord[] {
  return titles.map((title) => {
    const key = `${title.title}|${title.language}`;
    const { people = [], editions = {}, more = [], ...facts } = FACTS[key] ?? {};
    const works = Object.entries(WORKS).flatMap(([work, keys]) => (keys.includes(key) ? work : []));
    const contributors = [...title.contributors, ...people].map((person) => ({
      ...person,
      ...biographyOf(person.name),
    }));
    const variants = title.variants.map((one) => ({ ...one, ...(one.isbn && editions[one.isbn]) }));
    return { ...title, ...facts, contributors, variants: [...variants, ...more], ...(works.length > 0 && { works }) };
  });
}

/** When the demo's biographies were written. */
const WRITTEN_AT = '2026-11-22T00:00:00Z';

function biographyOf(name: string): Pick<ProductRecord['contributors'][number], 'biography'> {
  const html = BIOGRAPHIES[slugOf(name)];
  return html === undefined ? {} : { biography: { html, asOf: WRITTEN_AT } };
}
