import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { AuditRow } from '#contract/admin-audit.ts';
import { dayAfter, momentInMalaysia } from '#domain/dates.ts';
import type { Database } from '../db/connection.ts';
import { keepSql } from '../db/kept-statement.ts';
import { auditEntry, type AuditedValues } from '../db/tables.ts';

/** What entries of staff and operators are wanted: days in Malaysia, both included. */
export type StaffEntryFilter = {
  who?: string | undefined;
  what?: string | undefined;
  about?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const { chain, position, at, event, actor, details } = auditEntry;

/** As the indexes have them; written out, so that the planner knows them again. */
const IS_OF_STAFF = sql`${event} IN ('staff', 'operator')`;
const WHAT = sql<string | null>`${details}->>'verb'`;
const ABOUT = sql<string | null>`${details}->>'about'`;

/** Entries before one (`chain.position`), newest first; `next` is the `before` of the next page. */
export async function listStaffEntries(
  db: Database,
  filter: StaffEntryFilter,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<{ rows: AuditRow[]; next: string | null }> {
  const found = await db
    .select({ chain, position, at, actor, details, ip: auditEntry.ip })
    .from(auditEntry)
    .where(and(IS_OF_STAFF, matches(filter), before === undefined ? undefined : await isBefore(db, before)))
    .orderBy(desc(at), desc(chain), desc(position))
    .limit(limit + 1);
  const rows = found.slice(0, limit).map(rowOf);
  return { rows, next: found.length > limit ? rows.at(-1)!.id : null };
}

function matches({ who, what, about, from, to }: StaffEntryFilter): SQL | undefined {
  return and(
    who ? eq(actor, who) : undefined,
    what ? eq(WHAT, what) : undefined,
    about ? eq(ABOUT, about) : undefined,
    from ? gte(at, new Date(momentInMalaysia(from, 0))) : undefined,
    to ? lt(at, new Date(momentInMalaysia(dayAfter(to), 0))) : undefined,
  );
}

/** Times have microseconds, which a `Date` has not. */
async function isBefore(db: Database, place: string): Promise<SQL> {
  const [chainOfPlace, positionOfPlace] = place.split('.') as [string, string];
  const [entry] = await db
    .select({ at: sql<string>`${at}::text` })
    .from(auditEntry)
    .where(and(eq(chain, chainOfPlace), eq(position, Number(positionOfPlace))));
  if (!entry) return sql`false`;
  return sql`(${at}, ${chain}, ${position}) < (${entry.at}::timestamptz, ${chainOfPlace}::uuid, ${positionOfPlace}::bigint)`;
}

type SelectedEntry = Pick<typeof auditEntry.$inferSelect, 'chain' | 'position' | 'at' | 'actor' | 'details' | 'ip'>;

function rowOf(row: SelectedEntry): AuditRow {
  const { verb, about, user, before, after } = row.details;
  return {
    id: `${row.chain}.${row.position}`,
    at: row.at.toISOString(),
    who: row.actor,
    user: textOf(user) || null,
    what: textOf(verb),
    about: textOf(about),
    ip: row.ip,
    before: valuesOf(before),
    after: valuesOf(after),
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const valuesOf = (value: unknown) => (typeof value === 'object' ? (value as AuditedValues | null) : null);

/** More names than a person chooses from. */
const MAX_NAMES = 500;

/** Who did something, and what was done, each by name. Read along the indexes, however many entries there are. */
export async function listStaffEntryNames(db: Database): Promise<{ people: string[]; actions: string[] }> {
  const [people, actions] = await Promise.all([selectPeople(db, {}), selectActions(db, {})]);
  return { people: people.rows.map(({ name }) => name), actions: actions.rows.map(({ name }) => name) };
}

const keepNames = (name: SQL) =>
  keepSql<object, { name: string }>(
    () => sql`WITH RECURSIVE found AS (
      (SELECT ${name} AS name FROM ${auditEntry} WHERE ${IS_OF_STAFF} AND ${name} IS NOT NULL ORDER BY ${name} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${name} FROM ${auditEntry} WHERE ${IS_OF_STAFF} AND ${name} > found.name ORDER BY ${name} LIMIT 1)
      FROM found WHERE found.name IS NOT NULL)
    SELECT name FROM found WHERE name IS NOT NULL LIMIT ${MAX_NAMES}`,
  );

const selectPeople = keepNames(sql`${actor}`);
const selectActions = keepNames(WHAT);

const BATCH_SIZE = 1000;

/** All entries that a filter lets through, in batches. */
export async function* readStaffEntries(db: Database, filter: StaffEntryFilter): AsyncGenerator<AuditRow[]> {
  let before: string | undefined;
  do {
    const { rows, next } = await listStaffEntries(db, filter, { before, limit: BATCH_SIZE });
    yield rows;
    before = next ?? undefined;
  } while (before !== undefined);
}
