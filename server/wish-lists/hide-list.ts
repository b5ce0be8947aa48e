import { and, count, eq, isNotNull } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Database } from '../db/connection.ts';
import { subquery, valueOf } from '../db/subqueries.ts';
import { customer, namedList, namedListTitle } from '../db/tables.ts';
import { hashSecret } from '../secrets.ts';

/** A list as the staff sees it: never what givers took. */
export type ListSummary = {
  id: string;
  name: string;
  owner: string;
  visibility: string;
  titles: number;
  hidden_reason: string | null;
};

/** By its id, the token of its secret link, or the address of its page. Throws `not_found`. */
export async function requireListSummary(db: Database, address: string): Promise<ListSummary> {
  const key = address
    .replace(/[?#].*/, '')
    .split('/')
    .at(-1)!;
  const isMeant = isUuid(key) ? eq(namedList.id, key) : eq(namedList.tokenHash, hashSecret(key));
  const [found] = await db
    .select({
      id: namedList.id,
      name: namedList.name,
      owner: customer.email,
      visibility: namedList.visibility,
      titles: valueOf(
        subquery.select({ value: count() }).from(namedListTitle).where(eq(namedListTitle.listId, namedList.id)),
      ),
      hidden_reason: namedList.hiddenReason,
    })
    .from(namedList)
    .innerJoin(customer, eq(customer.id, namedList.customerId))
    .where(isMeant);
  return requireFound(found);
}

/** Makes a list private, and ends its secret link; its owner cannot share it until it is restored. */
export async function hideList(db: Database, { id, reason }: { id: string; reason: string }): Promise<void> {
  await db
    .update(namedList)
    .set({ visibility: 'private', tokenHash: null, hiddenReason: reason })
    .where(eq(namedList.id, id));
}

/** Lets the owner of a hidden list share it again; until then it stays private. Throws `too_late`. */
export async function restoreList(db: Database, id: string): Promise<void> {
  const { rowCount } = await db
    .update(namedList)
    .set({ hiddenReason: null })
    .where(and(eq(namedList.id, id), isNotNull(namedList.hiddenReason)));
  if (rowCount === 0) throwApiError('too_late');
}
