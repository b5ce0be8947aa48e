import { writtenIn, type PageContent } from '#contract/content.ts';
import type { PageText } from '#contract/site-frame.ts';
import { DEFAULT_LOCALE, type Locale } from '#domain/locale.ts';
import type { TextBlock } from '#domain/page-text.ts';
import { isStandardPage, isWordedPage, MAX_OWN_PAGES, STANDARD_PAGES, WORDED_PAGES } from '#domain/shop-page.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Connection, Database } from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
import { getTranslator } from '../translations.ts';
import { addVersion, findShown, listNames, type ContentEdit, type ContentVersion } from './content-versions.ts';
import { defaultPage } from './default-pages.ts';
import { readMarkdown } from './read-markdown.ts';

/** A published page as readers get it, in each language in which it is written. */
type RenderedPage = Partial<Record<Locale, { title: string; blocks: TextBlock[] }>>;

const pageKey = (slug: string) => ({ kind: 'page', name: slug }) as const;

/** What readers of a language see of a page: what was published, or else the shop's own words; nothing where there are none. */
export async function findPageText(db: Database, slug: string, locale: Locale): Promise<PageText | undefined> {
  const shown = await findShown(db, pageKey(slug));
  const rendered = shown ? (shown.rendered as RenderedPage) : isWordedPage(slug) ? renderedDefault(slug) : undefined;
  if (!rendered) return undefined;
  const language = rendered[locale] ? locale : DEFAULT_LOCALE;
  return { ...rendered[language]!, language };
}

const RENDERED_DEFAULTS = new Map<string, RenderedPage>();

function renderedDefault(slug: (typeof WORDED_PAGES)[number]): RenderedPage {
  const known = RENDERED_DEFAULTS.get(slug) ?? render(defaultPage(slug)).rendered;
  RENDERED_DEFAULTS.set(slug, known);
  return known;
}

type Mistakes = { path: string; locale: Locale; mistakes: ReturnType<typeof readMarkdown>['mistakes'] }[];

function render(content: PageContent): { rendered: RenderedPage; wrong: Mistakes } {
  const read = writtenIn(content).map((locale) => {
    const { title, body } = content[locale]!;
    const { blocks, mistakes } = readMarkdown(body);
    return { locale, title, blocks, mistakes };
  });
  return {
    rendered: Object.fromEntries(read.map(({ locale, title, blocks }) => [locale, { title, blocks }])),
    wrong: read.flatMap(({ locale, mistakes }) =>
      mistakes.length > 0 ? [{ path: `content.${locale}.body`, locale, mistakes }] : [],
    ),
  };
}

/** A mistake of a text as a sentence. */
export function textMistake(locale: Locale, { kind, words }: Mistakes[number]['mistakes'][number]): string {
  return getTranslator(locale)(`server.pages.mistakes.${kind}`, { words });
}

/** `locale`: of whoever changes a page, for the names of mistakes. */
export type PageEdit = ContentEdit & { slug: string; locale: Locale };
type Changed = { before: ContentVersion | undefined; after: ContentVersion };

/** Keeps a page for later; readers see what they saw before. Throws `edited_meanwhile` and `too_many`. */
export function savePageDraft(db: Connection, content: PageContent, edit: PageEdit): Promise<Changed> {
  return addVersion(db, pageKey(edit.slug), edit, async (before, tx) => {
    if (!before) await requireRoom(tx, edit.slug);
    return { status: 'draft', content };
  });
}

/** Shows readers a page from now on. Throws `invalid` naming what cannot be shown, `edited_meanwhile` and `too_many`. */
export async function publishPage(db: Connection, content: PageContent, edit: PageEdit): Promise<Changed> {
  const { rendered, wrong } = render(content);
  if (wrong.length > 0) {
    const errors = wrong.flatMap(({ path, mistakes }) =>
      mistakes.map((mistake) => ({ path, message: textMistake(edit.locale, mistake) })),
    );
    throwApiError('invalid', { errors });
  }
  return addVersion(db, pageKey(edit.slug), edit, async (before, tx) => {
    if (!before) await requireRoom(tx, edit.slug);
    return { status: 'published', content, rendered };
  });
}

/**
 * Takes a page from readers; what was written is kept. Of a page that has them, the shop's own words are shown again. Throws
 * `not_found` where nothing is published, and `edited_meanwhile`.
 */
export function unpublishPage(db: Connection, { slug, ...edit }: ContentEdit & { slug: string }): Promise<Changed> {
  return addVersion(db, pageKey(slug), edit, async (before, tx) => {
    requireFound(await findShown(tx, pageKey(slug)));
    return { status: 'unpublished', content: before!.content };
  });
}

async function requireRoom(tx: Database, slug: string): Promise<void> {
  if (isStandardPage(slug)) return;
  await lockKeys(tx, ['content pages']);
  const own = (await listNames(tx, 'page', { shown: false })).filter(({ name }) => !isStandardPage(name));
  if (own.length >= MAX_OWN_PAGES) throwApiError('too_many');
}

/** The pages of text that readers find now. */
export async function listShownPages(db: Database): Promise<string[]> {
  const published = (await listNames(db, 'page', { shown: true })).map(({ name }) => name);
  const standard = STANDARD_PAGES.filter((slug) => isWordedPage(slug) || published.includes(slug));
  return [...standard, ...published.filter((slug) => !isStandardPage(slug))];
}
