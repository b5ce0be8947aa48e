import { and, desc, eq, gt, inArray, lt, lte, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { throwApiError } from '../api-error.ts';
import type { Database } from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
import { subquery } from '../db/subqueries.ts';
import { settingChange } from '../db/tables.ts';

export type SettingChange = typeof settingChange.$inferSelect;

/** Who changes something, and the version that they saw; without one, whatever is there is changed. */
export type Edit = { actor: string; version?: number | undefined };

/** Changes of these names follow each other until the transaction ends. */
export function lockSettings(tx: Database, names: readonly string[]): Promise<void> {
  return lockKeys(
    tx,
    names.toSorted().map((name) => `setting ${name}`),
  );
}

/** The version of a name; 0 for one that was never changed. */
export async function findVersion(db: Database, name: string): Promise<number> {
  const [newest] = await listNewestChanges(db, [name]);
  return newest?.version ?? 0;
}

/** The newest change of each of these names that has one; with `until`, as of that moment. */
export function listNewestChanges(db: Database, names: readonly string[], until?: Date): Promise<SettingChange[]> {
  const { name, version, at } = settingChange;
  const newer = alias(settingChange, 'newer');
  const isNewer = and(eq(newer.name, name), gt(newer.version, version), until && lte(newer.at, until));
  return db
    .select()
    .from(settingChange)
    .where(
      and(
        inArray(name, [...names]),
        until && lte(at, until),
        notExists(subquery.select({ name: newer.name }).from(newer).where(isNewer)),
      ),
    );
}

type NewChange = Edit & { name: string; before: unknown; after: unknown };

/**
 * Writes a change down, in a transaction that has locked its name before it read `before`. Throws `edited_meanwhile` where the
 * version is not the one that was seen.
 */
export async function recordChange(
  tx: Database,
  { name, before, after, actor, version: seen }: NewChange,
): Promise<void> {
  const version = await findVersion(tx, name);
  if (seen !== undefined && seen !== version) throwApiError('edited_meanwhile');
  await tx.insert(settingChange).values({ name, version: version + 1, before, after, actor });
}

export type HistoryQuery = { name?: string | undefined; before?: Date | undefined; limit: number };

/** What was changed, newest first: all of it, or a name. */
export function listChanges(db: Database, { name, before, limit }: HistoryQuery): Promise<SettingChange[]> {
  const { at } = settingChange;
  return db
    .select()
    .from(settingChange)
    .where(and(name === undefined ? undefined : eq(settingChange.name, name), before && lt(at, before)))
    .orderBy(desc(at), desc(settingChange.name), desc(settingChange.version))
    .limit(limit);
}
