import { desc } from 'drizzle-orm';
import type { HomeContent } from '#contract/home.ts';
import type { Database } from '../db/connection.ts';
import { homePage } from '../db/tables.ts';

/** The channel on which the database notifies every server that there is other content. */
export const HOME_PAGE_CHANGED = 'home_page_changed';

export type PublishedHome = { version: number; content: HomeContent | null; actor: string; published_at: string };

/** What was published last; nothing before that. Content of null is the automatic page again. */
export async function findPublishedHome(db: Database): Promise<PublishedHome | undefined> {
  const [row] = await db.select().from(homePage).orderBy(desc(homePage.version)).limit(1);
  return (
    row && { version: row.version, content: row.content, actor: row.actor, published_at: row.publishedAt.toISOString() }
  );
}

/** Publishes content, or with null the automatic page; every version is kept. */
export async function publishHome(
  db: Database,
  { content, actor }: { content: HomeContent | null; actor: string },
): Promise<number> {
  const [row] = await db.insert(homePage).values({ content, actor }).returning({ version: homePage.version });
  return row!.version;
}
