import { and, desc, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { Alert, listAlerts as contract } from '#contract/alerts.ts';
import type { ParsedOf, ResponseOf } from '#contract/endpoint.ts';
import { ALERT_TRANSITIONS, MAX_CUSTOMER_ALERTS, MAX_GUEST_ALERTS, type AlertState } from '#domain/alert.ts';
import type { BookFormat } from '#domain/catalogue/product.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Connection, Database } from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
import { subquery } from '../db/subqueries.ts';
import { availabilityAlert, customer, product, variant } from '../db/tables.ts';
import { requestOrigin } from '../emails/email-content.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import { consumeGuestLimits, guestColumns, isAlive, isConfirmable, isOfLink, type Guest } from './guest-readers.ts';

/** The time of the statement: of two readers who wait for the same lock, the one who wrote first is told first. */
const CLOCK = sql<Date>`clock_timestamp()`;

const isOpen = ne(availabilityAlert.state, 'sent');

/** Puts a customer on the list of a format; nothing changes for one who is on it. Throws `not_found`, `too_many`. */
export function addCustomerAlert(db: Connection, customerId: string, variantId: number): Promise<void> {
  return db.transaction(async (tx) => {
    await requireFormat(tx, variantId);
    await lockKeys(tx, [`alerts of ${customerId}`]);
    const isOwn = eq(availabilityAlert.customerId, customerId);
    const open = await listOpenVariants(tx, isOwn);
    if (open.includes(variantId)) return;
    if (open.length >= MAX_CUSTOMER_ALERTS) throwApiError('too_many');
    await tx.insert(availabilityAlert).values({ customerId, variantId, state: 'active', createdAt: CLOCK });
  });
}

/**
 * Puts a guest on the list of a format, once the address is confirmed by the emailed link. Returns the same whether the address
 * is on it, has too many alerts or got too many emails; whoever has the link sees all its alerts. Limited per IP address and
 * mailbox. Throws `not_found` and `too_many_requests`.
 */
export async function addGuestAlert(deps: Deps, variantId: number, guest: Guest): Promise<void> {
  const { title, format } = await requireFormat(deps.db, variantId);
  const isEmailed = await consumeGuestLimits(deps, guest);
  const { email, locale, client } = guest;
  await deps.db.transaction(async (tx) => {
    await lockKeys(tx, [`alerts of ${email}`]);
    const isOwn = eq(availabilityAlert.email, email);
    await tx.delete(availabilityAlert).where(and(isOwn, sql`NOT (${isAlive(availabilityAlert)})`));
    const open = await listOpenVariants(tx, isOwn);
    if (!open.includes(variantId)) {
      if (open.length >= MAX_GUEST_ALERTS) return;
      const columns = guestColumns(deps, guest);
      await tx.insert(availabilityAlert).values({ ...columns, variantId, state: 'pending', createdAt: CLOCK });
    }
    const data = { title, format, isGuest: true as const, ...requestOrigin(client) };
    if (isEmailed) await enqueueEmail(tx, deps, { kind: 'alert_requested', to: email, locale, data });
  });
}

async function requireFormat(db: Database, variantId: number): Promise<{ title: string; format: BookFormat }> {
  const [found] = await db
    .select({ title: product.title, format: variant.format })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(and(eq(variant.id, variantId), variant.isListed, product.isListed));
  return requireFound(found);
}

async function listOpenVariants(db: Database, isOwn: SQL): Promise<number[]> {
  const rows = await db
    .select({ variantId: availabilityAlert.variantId })
    .from(availabilityAlert)
    .where(and(isOwn, isOpen));
  return rows.map(({ variantId }) => variantId);
}

const alertColumns = {
  id: availabilityAlert.id,
  email: availabilityAlert.email,
  state: availabilityAlert.state,
  format: variant.format,
  productId: product.id,
  title: product.title,
  language: product.language,
  slug: product.slug,
  isListed: sql<boolean>`${variant.isListed} AND ${product.isListed}`,
  createdAt: availabilityAlert.createdAt,
  sentAt: availabilityAlert.sentAt,
};

function selectAlerts(db: Database, where: SQL | undefined) {
  return db
    .select(alertColumns)
    .from(availabilityAlert)
    .innerJoin(variant, eq(variant.id, availabilityAlert.variantId))
    .innerJoin(product, eq(product.id, variant.productId))
    .where(where)
    .orderBy(desc(availabilityAlert.createdAt), desc(availabilityAlert.id));
}

type AlertRow = Awaited<ReturnType<typeof selectAlerts>>[number];

function toAlert({
  id,
  state,
  format,
  productId,
  title,
  language,
  slug,
  isListed,
  createdAt,
  sentAt,
}: AlertRow): Alert {
  return {
    id,
    status: state,
    format,
    product: { id: productId, title, language, slug: isListed ? slug : null },
    created_at: createdAt.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
  };
}

/** A page of a customer's alerts, newest first. */
export async function listAlerts(
  db: Database,
  customerId: string,
  { page, limit }: ParsedOf<typeof contract>['query'],
): Promise<ResponseOf<typeof contract>> {
  const isOwn = eq(availabilityAlert.customerId, customerId);
  const total = await db.$count(availabilityAlert, isOwn);
  const rows = await selectAlerts(db, isOwn)
    .limit(limit)
    .offset((page - 1) * limit);
  return { rows: rows.map(toAlert), total, page };
}

/** Removes an alert of a customer. Throws `not_found`. */
export async function removeAlert(db: Database, customerId: string, id: string): Promise<void> {
  const isOwn = and(eq(availabilityAlert.id, id), eq(availabilityAlert.customerId, customerId));
  const [removed] = await db.delete(availabilityAlert).where(isOwn).returning({ id: availabilityAlert.id });
  requireFound(removed);
}

/** As many as a page of a guest's link shows: all that are open, and the latest of those that were sent. */
const MAX_SHOWN = 2 * MAX_GUEST_ALERTS;

/** The alerts of a guest's emailed link, and the address that they are for, if there are any. */
export async function readGuestAlerts(db: Database, token: string): Promise<{ email: string | null; alerts: Alert[] }> {
  const rows = await selectAlerts(db, and(isOfLink(availabilityAlert, token), isAlive(availabilityAlert))).limit(
    MAX_SHOWN,
  );
  return { email: rows[0]?.email ?? null, alerts: rows.map(toAlert) };
}

/** Confirms an alert of a guest's link; one that is confirmed, expired or removed is not changed. */
export async function confirmGuestAlert(db: Database, token: string, id: string): Promise<void> {
  await db
    .update(availabilityAlert)
    .set({ state: ALERT_TRANSITIONS.confirm.to })
    .where(and(isOfLink(availabilityAlert, token), eq(availabilityAlert.id, id), isConfirmable(availabilityAlert)));
}

/** Removes an alert of a guest's link, or without `id` all of them. */
export async function removeGuestAlerts(db: Database, token: string, id?: string): Promise<void> {
  await db
    .delete(availabilityAlert)
    .where(and(isOfLink(availabilityAlert, token), id === undefined ? undefined : eq(availabilityAlert.id, id)));
}

/**
 * Gives a customer the alerts that a guest set with their verified email, which need no further confirmation. Of two for one
 * format the customer's own stays.
 */
export async function claimGuestAlerts(tx: Database, owner: { id: string; email: string }): Promise<void> {
  const isGuests = eq(availabilityAlert.email, owner.email);
  const own = subquery
    .select({ variantId: availabilityAlert.variantId })
    .from(availabilityAlert)
    .where(and(eq(availabilityAlert.customerId, owner.id), isOpen));
  await tx.delete(availabilityAlert).where(and(isGuests, isOpen, inArray(availabilityAlert.variantId, own)));
  const state = sql<AlertState>`CASE ${availabilityAlert.state} WHEN 'pending' THEN 'active' ELSE ${availabilityAlert.state} END`;
  await tx
    .update(availabilityAlert)
    .set({ customerId: owner.id, email: null, locale: null, guestTokenHash: null, state })
    .where(isGuests);
}

/** An alert as the CLI lists it. */
export type AlertSummary = {
  id: string;
  state: AlertState;
  email: string;
  is_guest: boolean;
  isbn: string | null;
  format: BookFormat;
  title: string;
  created_at: string;
  sent_at: string | null;
};

/** The newest alerts of all readers, optionally of one state. */
export async function listAllAlerts(
  db: Database,
  { limit, state }: { limit: number; state?: AlertState | undefined },
): Promise<AlertSummary[]> {
  const rows = await db
    .select({
      ...alertColumns,
      isbn: variant.isbn,
      reader: sql<string>`coalesce(${customer.email}, ${availabilityAlert.email})`,
      isGuest: isNull(availabilityAlert.customerId).mapWith(Boolean),
    })
    .from(availabilityAlert)
    .innerJoin(variant, eq(variant.id, availabilityAlert.variantId))
    .innerJoin(product, eq(product.id, variant.productId))
    .leftJoin(customer, eq(customer.id, availabilityAlert.customerId))
    .where(state && eq(availabilityAlert.state, state))
    .orderBy(desc(availabilityAlert.id))
    .limit(limit);
  return rows.map(({ id, state: current, reader, isGuest, isbn, format, title, createdAt, sentAt }) => ({
    id,
    state: current,
    email: reader,
    is_guest: isGuest,
    isbn,
    format,
    title,
    created_at: createdAt.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
  }));
}
