import { inArray } from 'drizzle-orm';
import type { Menus } from '#contract/content.ts';
import { MENUS } from '#domain/menu.ts';
import type { Connection, Database } from '../db/connection.ts';
import { series } from '../db/tables.ts';
import type { Written } from './announcements.ts';
import { addVersion, findShown, type ContentEdit } from './content-versions.ts';

const KEY = { kind: 'menus', name: 'site' } as const;

/** The menus that somebody chose; null where they are those of every shop. */
export async function findMenus(db: Database): Promise<Written<Menus | null>> {
  const shown = await findShown(db, KEY);
  if (!shown) return { version: 0, content: null, actor: null, at: null };
  return { ...shown, content: shown.content as Menus | null };
}

/** Publishes menus, or with null those of every shop. Throws `edited_meanwhile`. */
export function publishMenus(db: Connection, content: Menus | null, edit: ContentEdit) {
  return addVersion(db, KEY, edit, async () => ({ status: 'published', content }));
}

/** The names of the series that menus lead to, by their slugs; one that is gone is missing. */
export async function findSeriesNames(db: Database, menus: Menus): Promise<Map<string, string>> {
  const slugs = MENUS.flatMap((name) =>
    menus[name].flatMap(({ target }) => (target.kind === 'series' ? [target.slug] : [])),
  );
  if (slugs.length === 0) return new Map();
  const rows = await db
    .select({ slug: series.slug, name: series.name })
    .from(series)
    .where(inArray(series.slug, slugs));
  return new Map(rows.map(({ slug, name }) => [slug, name]));
}
