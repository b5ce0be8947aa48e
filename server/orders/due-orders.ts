import { and, asc, gt, type SQL } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { order } from '../db/tables.ts';
import type { Deps } from '../context.ts';

/** Orders per query; each is changed in a transaction of its own. */
const BATCH_SIZE = 100;

/** What is done with an order whose time has come, in its own transaction; returns whether it changed anything. */
export type OrderAction = (tx: Database, deps: Deps, orderId: string) => Promise<boolean>;

/** `name`: what is reported to `onError` as failed of an order; the others continue. */
type DueWork = { name: string; act: OrderAction; onError: (error: Error) => void };

/** Acts on each order that matches, by ascending id; returns how many it changed. */
export async function forEachDueOrder(
  deps: Deps,
  matches: SQL | undefined,
  { name, act, onError }: DueWork,
): Promise<number> {
  let done = 0;
  let last: string | undefined;
  for (;;) {
    const rows = await deps.db
      .select({ id: order.id })
      .from(order)
      .where(and(matches, last === undefined ? undefined : gt(order.id, last)))
      .orderBy(asc(order.id))
      .limit(BATCH_SIZE);
    for (const { id } of rows) {
      try {
        if (await deps.db.transaction((tx) => act(tx, deps, id))) done += 1;
      } catch (error) {
        onError(new Error(`The ${name} of the order ${id} failed.`, { cause: error }));
      }
    }
    last = rows.at(-1)?.id;
    if (rows.length < BATCH_SIZE) return done;
  }
}
