import type { HomeBooks, HomeContent, HomeContentSection, HomeTexts } from '#contract/home.ts';
import {
  browsePath,
  languagePath,
  seriesPath,
  SHOP_PAGES,
  subjectPath,
  type HomePick,
  type HomeSection,
  type HomeShelf,
  type HomeText,
  type HomeTitle,
  type HomeTitleKey,
} from '#contract/pages.ts';
import { serializeFilter, type ProductFilter } from '#contract/product-filter.ts';
import type { ProductRow } from '#contract/products.ts';
import { DEFAULT_LOCALE, type Locale } from '#domain/locale.ts';
import { countListedTitles } from '../catalogue/listed-titles.ts';
import { findProductIdsByIsbn, listProductRows } from '../catalogue/products.ts';
import type { Database } from '../db/connection.ts';
import { findPublishedHome } from '../home/home-page.ts';
import { isbnsOf, isShownOn } from '../home/read-home.ts';
import { listTopProductIds } from '../search/postgres-search.ts';
import { loadSubjectTree } from '../search/search-products.ts';
import { subjectDirectory } from './subject-directory.ts';
import { listForthcomingTitles, listNewestIds, today } from './title-queries.ts';
import type { LoadView } from './view-request.ts';

type Shelf = Extract<HomeContentSection, { books: HomeBooks }>;
type WithOwnTitle<T> = T extends unknown ? Omit<T, 'title'> & { title: HomeTexts | { key: HomeTitleKey } } : never;
type OwnShelf = WithOwnTitle<Shelf>;
/** A section to show: what staff wrote, or what the shop shows by itself. */
type Section = Exclude<HomeContentSection, Shelf> | OwnShelf | { form: 'covers'; books: 'bestselling' };

const ownShelf = (form: 'row' | 'numbered', key: HomeTitleKey, books: HomeBooks) => ({ form, title: { key }, books });

/** The home page of a shop where nobody published one. */
const AUTOMATIC_SECTIONS: readonly Section[] = [
  { form: 'covers', books: 'bestselling' },
  ownShelf('numbered', 'sought', 'bestselling'),
  ownShelf('row', 'new', 'newest'),
  { form: 'band', color: 'forest', title: { key: 'children' }, books: { subject: 'Y' } },
  ownShelf('row', 'classics', { subject: 'FBC' }),
  ownShelf('row', 'languages', { language: ['de', 'fa', 'fr', 'pt'] }),
  ownShelf('row', 'malay', { language: ['ms'] }),
  ownShelf('row', 'forthcoming', 'forthcoming'),
];

/** How many titles a section shows that does not name them. */
const SIZES = { covers: 5, row: 12, numbered: 10, band: 5 };

/** The home page as it was published, or else as the catalogue makes it; sections whose titles are gone are left out. */
export const homeView: LoadView = async ({ db }, { locale }) => {
  const [published, titles, subjects] = await Promise.all([
    findPublishedHome(db),
    countListedTitles(db),
    loadSubjectTree(db, locale),
  ]);
  const day = today();
  const chosen = published?.content ? openingFirst(published.content, day) : AUTOMATIC_SECTIONS;
  const sections = await loadSections(db, chosen, { day, locale });
  return { view: { page: 'home', sections, subjects: subjectDirectory(subjects), titles }, path: '/' };
};

/** The sections of a day; the page opens with the first that is featured, or with covers. */
function openingFirst({ sections }: HomeContent, day: string): Section[] {
  const shown = sections.filter((section) => isShownOn(section, day));
  const featured = shown.find(({ form }) => form === 'featured');
  const others = shown.filter(({ form }) => form !== 'featured');
  return [featured ?? { form: 'covers', books: 'bestselling' }, ...others];
}

type Reading = { day: string; locale: Locale };

async function loadSections(db: Database, sections: readonly Section[], reading: Reading): Promise<HomeSection[]> {
  const named = sections.map(isbnsOf);
  const [idOf, found] = await Promise.all([
    findProductIdsByIsbn(db, named.flat()),
    Promise.all(sections.map((section, index) => listIds(db, { section, index, reading }))),
  ]);
  const chosen = named.map((isbns) => isbns.flatMap((isbn) => idOf.get(isbn) ?? []));
  const shown = new Set(chosen.flat());
  const lists = sections.map((section, index) => {
    if (!('books' in section) || Array.isArray(section.books)) return [...new Set(chosen[index]!)];
    if (section.form === 'numbered') return found[index]!;
    const own = found[index]!.filter((id) => !shown.has(id)).slice(0, SIZES[section.form]);
    for (const id of own) shown.add(id);
    return own;
  });
  const rowOf = new Map((await listProductRows(db, [...new Set(lists.flat())])).map((row) => [row.id, row]));
  const rowOfIsbn = (isbn: string) => rowOf.get(idOf.get(isbn) ?? 0);
  return sections.flatMap((section, index) => {
    const rows = lists[index]!.flatMap((id) => rowOf.get(id) ?? []);
    return toSection(section, { rows, rowOfIsbn, locale: reading.locale }) ?? [];
  });
}

/** The titles of a section by a filter: enough that those that other sections show can be left out. */
async function listIds(
  db: Database,
  { section, index, reading }: { section: Section; index: number; reading: Reading },
): Promise<number[]> {
  if (!('books' in section) || Array.isArray(section.books)) return [];
  const most = section.form === 'numbered' ? SIZES.numbered : SIZES.row * (index + 2);
  if (section.books === 'newest') return listNewestIds(db, reading.day, most);
  if (section.books !== 'forthcoming') return listTopProductIds(db, filterOf(section.books), most);
  const { titles } = await listForthcomingTitles(db, reading.day, { limit: most, offset: 0 });
  return titles.map(({ id }) => id);
}

function filterOf(books: HomeBooks): Partial<ProductFilter> {
  if (typeof books === 'string' || Array.isArray(books)) return { sort: 'bestselling' };
  const values = Object.entries(books).map(([name, value]) => [name, [value].flat()]);
  return { ...Object.fromEntries(values), sort: 'bestselling' };
}

/** Where all titles of a filter are. */
function pathOf(books: HomeBooks): string | undefined {
  if (Array.isArray(books)) return undefined;
  if (books === 'bestselling') return browsePath('');
  if (books === 'newest') return browsePath(serializeFilter({ sort: 'newest' }));
  if (books === 'forthcoming') return SHOP_PAGES.forthcoming;
  if ('subject' in books) return subjectPath(books.subject);
  if ('series' in books) return seriesPath({ slug: books.series });
  const [only] = books.language;
  if (books.language.length === 1 && only) return languagePath(only);
  return browsePath(serializeFilter({ language: books.language }));
}

type Found = { rows: ProductRow[]; rowOfIsbn: (isbn: string) => ProductRow | undefined; locale: Locale };

function toSection(section: Section, { rows, rowOfIsbn, locale }: Found): HomeSection | undefined {
  const pickOf = ({ book, text, by }: { book: string; text: HomeTexts; by: string }): HomePick | undefined => {
    const row = rowOfIsbn(book);
    return row && { row, text: textIn(locale, text), by };
  };
  switch (section.form) {
    case 'covers':
      return { form: 'covers', rows };
    case 'featured':
    case 'quote': {
      const pick = pickOf(section);
      return pick && { form: section.form, ...pick };
    }
    case 'cover': {
      const row = rowOfIsbn(section.book);
      return row && { form: 'cover', title: titleIn(locale, section.title), text: textIn(locale, section.text), row };
    }
    case 'picks': {
      const picks = section.picks.flatMap((pick) => pickOf(pick) ?? []);
      return picks.length > 0 ? { form: 'picks', title: titleIn(locale, section.title), picks } : undefined;
    }
    default: {
      const shelf = toShelf(section, rows, locale);
      if (rows.length === 0) return undefined;
      return section.form === 'band'
        ? { form: 'band', color: section.color, ...shelf }
        : { form: section.form, ...shelf };
    }
  }
}

function toShelf({ title, text, books }: OwnShelf, rows: ProductRow[], locale: Locale): HomeShelf {
  const path = pathOf(books);
  return {
    title: titleIn(locale, title),
    text: text && textIn(locale, text),
    rows,
    ...(path !== undefined && { path }),
  };
}

function titleIn(locale: Locale, title: HomeTexts | { key: HomeTitleKey }): HomeTitle {
  return 'key' in title ? title : textIn(locale, title);
}

function textIn(locale: Locale, texts: HomeTexts): HomeText {
  const text = texts[locale];
  return text === undefined ? { text: texts.en, language: DEFAULT_LOCALE } : { text, language: locale };
}

/** The titles that a section shows. */
export function rowsOfSection(section: HomeSection): readonly ProductRow[] {
  if ('rows' in section) return section.rows;
  return 'picks' in section ? section.picks.map(({ row }) => row) : [section.row];
}
