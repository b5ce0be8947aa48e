import { and, desc, eq, gt, lt, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { HomeTexts } from '#contract/home.ts';
import type { Locale } from '#domain/locale.ts';
import { throwApiError } from '../api-error.ts';
import type { Connection, Database } from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
import { subquery } from '../db/subqueries.ts';
import { contentVersion, type ContentKind, type ContentStatus } from '../db/tables.ts';

/** The channel on which the database notifies every server of what is shown from now on. */
export const CONTENT_CHANGED = 'content_changed';

export type ContentVersion = typeof contentVersion.$inferSelect;
export type ContentKey = { kind: ContentKind; name: string };

/** The newest version of a name: what is worked on. */
export async function findNewest(db: Database, key: ContentKey): Promise<ContentVersion | undefined> {
  const [row] = await db.select().from(contentVersion).where(isOf(key)).orderBy(desc(contentVersion.version)).limit(1);
  return row;
}

/** What readers see of a name; nothing where nothing was published, or is not any more. */
export async function findShown(db: Database, key: ContentKey): Promise<ContentVersion | undefined> {
  const { status, version } = contentVersion;
  const [row] = await db
    .select()
    .from(contentVersion)
    .where(and(isOf(key), ne(status, 'draft')))
    .orderBy(desc(version))
    .limit(1);
  return row?.status === 'published' ? row : undefined;
}

/** One version as it was. */
export async function findVersion(db: Database, key: ContentKey, version: number): Promise<ContentVersion | undefined> {
  const [row] = await db
    .select()
    .from(contentVersion)
    .where(and(isOf(key), eq(contentVersion.version, version)));
  return row;
}

const isOf = ({ kind, name }: ContentKey) => and(eq(contentVersion.kind, kind), eq(contentVersion.name, name));

export type VersionRow = Pick<ContentVersion, 'version' | 'status' | 'actor' | 'at'>;

/** The versions of a name without their content, newest first. */
export function listVersions(
  db: Database,
  key: ContentKey,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<VersionRow[]> {
  const { version, status, actor, at } = contentVersion;
  return db
    .select({ version, status, actor, at })
    .from(contentVersion)
    .where(and(isOf(key), before === undefined ? undefined : lt(version, before)))
    .orderBy(desc(version))
    .limit(limit);
}

/** A name in a list: its title is that of a page in English. */
export type ContentRow = VersionRow & { name: string; title: string | null };

/** The titles, in each language that has one, of all that readers see of a kind. */
export async function listShownTitles(db: Database, kind: ContentKind): Promise<{ name: string; titles: HomeTexts }[]> {
  const { name, rendered } = contentVersion;
  const titleIn = (locale: Locale) => sql<string | null>`${rendered} -> ${locale}::text ->> 'title'`;
  const rows = await db
    .select({ name, en: titleIn('en'), fa: titleIn('fa'), de: titleIn('de'), fr: titleIn('fr'), pt: titleIn('pt') })
    .from(contentVersion)
    .where(isNewestOf(kind, { shown: true }));
  return rows.map(({ name, ...titles }) => {
    const written = Object.entries(titles).filter(([, title]) => title !== null);
    return { name, titles: Object.fromEntries(written) as HomeTexts };
  });
}

/** The newest version of each name, or the newest that is no draft, where that is published. */
function isNewestOf(kind: ContentKind, { shown }: { shown: boolean }) {
  const { name, version, status } = contentVersion;
  const newer = alias(contentVersion, 'newer');
  const isNewer = and(
    eq(newer.kind, contentVersion.kind),
    eq(newer.name, name),
    gt(newer.version, version),
    shown ? ne(newer.status, 'draft') : undefined,
  );
  return and(
    eq(contentVersion.kind, kind),
    shown ? eq(status, 'published') : undefined,
    notExists(subquery.select({ name: newer.name }).from(newer).where(isNewer)),
  );
}

/** Every name of a kind with its newest version, or with what readers see of it. */
export function listNames(db: Database, kind: ContentKind, { shown }: { shown: boolean }): Promise<ContentRow[]> {
  const { name, version, status, actor, at, content } = contentVersion;
  return db
    .select({
      name,
      version,
      status,
      actor,
      at,
      title: sql<string | null>`${content} -> 'en' ->> 'title'`,
    })
    .from(contentVersion)
    .where(isNewestOf(kind, { shown }))
    .orderBy(name);
}

/** `seen`: the version that the change is based on, 0 for none; without it, whatever is there is replaced. */
export type ContentEdit = { actor: string; seen?: number | undefined };
export type NewVersion = { status: ContentStatus; content: unknown; rendered?: unknown };

/**
 * Adds a version to a name; changes of the same name follow each other, and `make` sees what was there before. Throws
 * `edited_meanwhile` where the newest version is not the one that was seen.
 */
export function addVersion(
  db: Connection,
  key: ContentKey,
  { actor, seen }: ContentEdit,
  make: (before: ContentVersion | undefined, tx: Database) => Promise<NewVersion>,
): Promise<{ before: ContentVersion | undefined; after: ContentVersion }> {
  return db.transaction(async (tx) => {
    await lockKeys(tx, [`content ${key.kind} ${key.name}`]);
    const before = await findNewest(tx, key);
    if (seen !== undefined && seen !== (before?.version ?? 0)) throwApiError('edited_meanwhile');
    const made = await make(before, tx);
    const [after] = await tx
      .insert(contentVersion)
      .values({ ...key, ...made, version: (before?.version ?? 0) + 1, actor })
      .returning();
    return { before, after: after! };
  });
}
