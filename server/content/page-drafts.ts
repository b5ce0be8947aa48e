import type { PageContent } from '#contract/content.ts';
import { pagePath } from '#contract/pages.ts';
import { isStandardPage, isWordedPage, STANDARD_PAGES } from '#domain/shop-page.ts';
import type { Database } from '../db/connection.ts';
import {
  findNewest,
  findShown,
  findVersion,
  listNames,
  listVersions,
  type ContentRow,
  type ContentVersion,
  type VersionRow,
} from './content-versions.ts';
import { defaultPage } from './default-pages.ts';

/**
 * `default`: the shop's own words are shown; `unwritten`: nothing is, and nothing is written; `draft`: something is written
 * that readers never saw; `changed`: readers see an older version than the newest.
 */
export const PAGE_STATES = ['default', 'unwritten', 'draft', 'published', 'changed', 'unpublished'] as const;
export type PageState = (typeof PAGE_STATES)[number];

export type PageRow = {
  slug: string;
  path: string;
  title: string;
  state: PageState;
  /** The newest version; 0 for none. */
  version: number;
  /** Who wrote that version, and when. */
  actor: string | null;
  at: Date | null;
};

/** Every page that there is or that a shop usually has, those first. */
export async function listPages(db: Database): Promise<PageRow[]> {
  const [newest, shown] = await Promise.all([
    listNames(db, 'page', { shown: false }),
    listNames(db, 'page', { shown: true }),
  ]);
  const shownVersions = new Map(shown.map(({ name, version }) => [name, version]));
  const rowOf = new Map(newest.map((row) => [row.name, row]));
  const slugs = [...STANDARD_PAGES, ...newest.map(({ name }) => name).filter((name) => !isStandardPage(name))];
  return slugs.map((slug) => toRow(slug, rowOf.get(slug), shownVersions.get(slug)));
}

function toRow(slug: string, row: ContentRow | undefined, shownVersion: number | undefined): PageRow {
  return {
    slug,
    path: pagePath(slug),
    title: row?.title ?? titleOf(slug),
    state: stateOf(slug, row, shownVersion),
    version: row?.version ?? 0,
    actor: row?.actor ?? null,
    at: row?.at ?? null,
  };
}

const titleOf = (slug: string) => (isWordedPage(slug) ? defaultPage(slug).en.title : '');

function stateOf(slug: string, row: VersionRow | undefined, shownVersion: number | undefined): PageState {
  if (!row) return isWordedPage(slug) ? 'default' : 'unwritten';
  if (row.version === shownVersion) return 'published';
  if (shownVersion !== undefined) return 'changed';
  return row.status === 'unpublished' ? 'unpublished' : 'draft';
}

/** The newest versions of a page that are listed with it. */
const LISTED_VERSIONS = 50;

export type PageDraft = PageRow & { content: PageContent | null; versions: VersionRow[] };

/** What is worked on of a page, with its newest versions: before the first, the shop's own words if it has any. */
export async function findPageDraft(db: Database, slug: string): Promise<PageDraft | undefined> {
  const key = { kind: 'page', name: slug } as const;
  const [newest, shown, versions] = await Promise.all([
    findNewest(db, key),
    findShown(db, key),
    listVersions(db, key, { limit: LISTED_VERSIONS }),
  ]);
  if (!newest && !isStandardPage(slug)) return undefined;
  const written = newest?.content as PageContent | undefined;
  const content = written ?? (isWordedPage(slug) ? defaultPage(slug) : null);
  const row = newest && { ...newest, title: written?.en.title ?? null };
  return { ...toRow(slug, row, shown?.version), content, versions };
}

/** One version of a page as it was. */
export function findPageVersion(db: Database, slug: string, version: number): Promise<ContentVersion | undefined> {
  return findVersion(db, { kind: 'page', name: slug }, version);
}
