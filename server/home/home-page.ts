import { desc } from 'drizzle-orm';
import type { HomeContent } from '#contract/home.ts';
import { throwApiError } from '../api-error.ts';
import type { Connection, Database } from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
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

type NewHome = {
  content: HomeContent | null;
  actor: string;
  /** The version that the content is based on, 0 for none; without it, whatever is there is replaced. */
  seen?: number;
};

/** Publishes content, or with null the automatic page; every version is kept. Throws `edited_meanwhile`. */
export function publishHome(db: Connection, { content, actor, seen }: NewHome): Promise<number> {
  return db.transaction(async (tx) => {
    await lockKeys(tx, ['home page']);
    const published = await findPublishedHome(tx);
    if (seen !== undefined && seen !== (published?.version ?? 0)) throwApiError('edited_meanwhile');
    const [row] = await tx.insert(homePage).values({ content, actor }).returning({ version: homePage.version });
    return row!.version;
  });
}
