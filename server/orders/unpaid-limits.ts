import { sql } from 'drizzle-orm';
import type { QuotedLine } from '#domain/pricing/quote.ts';
import {
  UNPAID_LIMIT_SCOPES,
  checkUnpaidLimits,
  type UnpaidHoldings,
  type UnpaidLimitScope,
} from '#domain/orders/order.ts';
import { placesLeft } from '#domain/orders/pre-order.ts';
import type { ReservedStock } from '../catalogue/stock.ts';
import type { Database } from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
import { keepSql, keepStatement, type Given } from '../db/kept-statement.ts';
import { isAmong } from '../db/subqueries.ts';
import { order, orderLine, variant } from '../db/tables.ts';
import type { Deps, ClientInfo } from '../context.ts';
import { rateLimitSubject, networkOf } from '../limits.ts';
import { throwApiError } from '../api-error.ts';

/** Who places an order: a customer, or a guest by email and by keyed hashes of the IP address and its network. */
export type OrderOrigin = {
  customerId: string | undefined;
  email: string;
  addressHash: Buffer | undefined;
  networkHash: Buffer | undefined;
};

type Buyer = { buyer: { customerId: string } | undefined; email: string; client?: ClientInfo | undefined };

/** A customer counts by account alone, because many of them may share an IP address. */
export function orderOriginOf({ authSecret }: Pick<Deps, 'authSecret'>, { buyer, email, client }: Buyer): OrderOrigin {
  const customerId = buyer?.customerId;
  if (customerId !== undefined || !client) return { customerId, email, addressHash: undefined, networkHash: undefined };
  const keyed = (text: string) => authSecret.hmac(`order from ${text}`);
  const subject = rateLimitSubject(client.ip);
  return { customerId, email, addressHash: keyed(subject), networkHash: keyed(`network ${networkOf(subject)}`) };
}

/** Makes orders of one origin wait for each other until the transaction ends; called before stock is reserved. */
export async function lockOrigin(tx: Database, origin: OrderOrigin): Promise<void> {
  const { customerId, email, addressHash, networkHash } = origin;
  const keys = [customerId ?? email, addressHash?.toString('hex'), networkHash?.toString('hex')]
    .filter((key) => key !== undefined)
    .toSorted();
  await lockKeys(
    tx,
    keys.map((key) => `unpaid ${key}`),
  );
}

/** What an origin holds unpaid, and what is left of the variants that it orders. */
export type UnpaidState = {
  held: UnpaidHoldings[];
  left: { id: number; stock: number; awaited: number; limit: number | null }[];
};

/** Reads it once the copies of this order are reserved, so that its variants' rows are locked. */
export async function readUnpaidState(
  tx: Database,
  origin: OrderOrigin,
  lines: readonly QuotedLine[],
): Promise<UnpaidState> {
  const ids = lines.map(({ variantId }) => variantId);
  const [left, held] = await Promise.all([selectPlaces(tx, { ids }), countUnpaid(tx, origin, ids)]);
  return { held, left };
}

const selectPlaces = keepStatement((db, given: Given<{ ids: readonly number[] }>) => {
  const places = { id: variant.id, stock: variant.stock, awaited: variant.awaited, limit: variant.awaitedLimit };
  return db
    .select(places)
    .from(variant)
    .where(isAmong(variant.id, given('ids')));
});

/** The lines of an order, and how many copies it waits for of some variants. */
type ReservedLines = { lines: readonly QuotedLine[]; awaited: ReservedStock['awaited'] };

/** Throws `too_many_unpaid_orders`, or `too_many_unpaid_copies` with the lines, by the domain's rule. */
export function assertWithinUnpaidLimits(state: UnpaidState, { lines, awaited }: ReservedLines): void {
  const left = new Map(
    state.left.map(({ id, stock, ...places }) => [id, awaited.has(id) ? placesLeft(places) : stock]),
  );
  const wanted = lines.map(({ variantId, qty }) => ({ variantId, qty, free: left.get(variantId)! + qty }));
  const error = checkUnpaidLimits(state.held, wanted);
  if (error?.code === 'too_many_unpaid_orders') throwApiError(error.code);
  if (!error) return;
  const productOf = new Map(lines.map(({ variantId, productId }) => [variantId, productId]));
  const unavailable = error.lines.map(({ variantId, available }) => {
    return { id: productOf.get(variantId)!, vid: variantId, available };
  });
  throwApiError(error.code, { lines: unavailable });
}

/** Of all variants together where `variantId` is null. */
type UnpaidRow = { scope: UnpaidLimitScope; variantId: number | null; orders: number; copies: number };

/**
 * Unpaid orders and copies of each scope of an origin, in total and of these variants. SQL, because each scope reads a
 * partial index of its own (`= NULL` reads nothing), and all of them are summed up twice.
 */
async function countUnpaid(
  tx: Database,
  origin: OrderOrigin,
  variantIds: readonly number[],
): Promise<UnpaidHoldings[]> {
  const { customerId, email, addressHash, networkHash } = origin;
  const { rows } = await selectUnpaid(tx, {
    customerId: customerId ?? null,
    guestEmail: customerId === undefined ? email : null,
    addressHash: addressHash ?? null,
    networkHash: networkHash ?? null,
    variantIds,
  });
  return scopesOf(origin).map((scope) => {
    const own = rows.filter((row) => row.scope === scope);
    const all = own.find(({ variantId }) => variantId === null);
    const byVariant = new Map(
      own.flatMap(({ variantId, copies }) => (variantId === null ? [] : [[variantId, copies]])),
    );
    return { scope, orders: all?.orders ?? 0, copies: all?.copies ?? 0, byVariant };
  });
}

type Unpaid = {
  customerId: string | null;
  guestEmail: string | null;
  addressHash: Buffer | null;
  networkHash: Buffer | null;
  variantIds: readonly number[];
};

const selectUnpaid = keepSql<Unpaid, UnpaidRow>(
  (given) => sql`
    WITH held AS (
      SELECT 'buyer' AS scope, id FROM ${order} WHERE state = 'placed' AND customer_id = ${given('customerId')}
      UNION ALL SELECT 'buyer', id FROM ${order}
        WHERE state = 'placed' AND customer_id IS NULL AND email = ${given('guestEmail')}
      UNION ALL SELECT 'address', id FROM ${order} WHERE state = 'placed' AND guest_ip_hash = ${given('addressHash')}
      UNION ALL SELECT 'network', id FROM ${order} WHERE state = 'placed' AND guest_network_hash = ${given('networkHash')})
    SELECT scope, line.variant_id AS "variantId", count(DISTINCT held.id)::int AS orders, sum(line.qty)::int AS copies
    FROM held JOIN ${orderLine} AS line ON line.order_id = held.id
    GROUP BY GROUPING SETS ((scope), (scope, line.variant_id))
    HAVING line.variant_id IS NULL OR line.variant_id = ANY(${given('variantIds')}::int[])`,
);

function scopesOf({ addressHash, networkHash }: OrderOrigin): UnpaidLimitScope[] {
  const isKnown = { buyer: true, address: addressHash !== undefined, network: networkHash !== undefined };
  return UNPAID_LIMIT_SCOPES.filter((scope) => isKnown[scope]);
}
