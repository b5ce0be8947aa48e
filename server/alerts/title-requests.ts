import { and, desc, eq, inArray, lt, ne, sql, type SQL } from 'drizzle-orm';
import { validate as isUuid } from 'uuid';
import type { TitleRequest } from '#contract/alerts.ts';
import { findIsbn } from '#domain/catalogue/isbn.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';
import { MAX_TITLE_REQUESTS, TITLE_REQUEST_TRANSITIONS, type TitleRequestState } from '#domain/title-request.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Connection, Database } from '../db/connection.ts';
import { keepForms, type PerhapsGiven } from '../db/kept-statement.ts';
import { lockKeys } from '../db/locks.ts';
import { subquery } from '../db/subqueries.ts';
import { customer, product, titleRequest } from '../db/tables.ts';
import { requestOrigin } from '../emails/email-content.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import { consumeGuestLimits, guestColumns, isAlive, isConfirmable, isOfLink, type Guest } from './guest-readers.ts';

/** An ISBN names a title, however it is written; of words only letters and digits count. */
function toRequested(words: string) {
  const isbn = findIsbn(words) ?? null;
  return { words, isbn, key: isbn ?? (foldForSearch(words) || words) };
}

/** Stores a customer's request; nothing changes for one who waits for the same. Throws `too_many`. */
export function addCustomerTitleRequest(db: Connection, customerId: string, words: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockKeys(tx, [`title requests of ${customerId}`]);
    const row = { ...toRequested(words), customerId, state: 'open' as const };
    if ((await insertRequest(tx, eq(titleRequest.customerId, customerId), row)) === 'full') throwApiError('too_many');
  });
}

/**
 * Stores a guest's request, which counts once the emailed link confirms it. Returns the same whether the address waits for it
 * already, has too many requests or got too many emails. The email does not quote the words: anyone can type them. Throws
 * `too_many_requests`.
 */
export async function addGuestTitleRequest(deps: Deps, words: string, guest: Guest): Promise<void> {
  const isEmailed = await consumeGuestLimits(deps, guest);
  const { email, locale, client } = guest;
  await deps.db.transaction(async (tx) => {
    await lockKeys(tx, [`title requests of ${email}`]);
    const isOwn = eq(titleRequest.email, email);
    await tx.delete(titleRequest).where(and(isOwn, sql`NOT (${isAlive(titleRequest)})`));
    const row = { ...toRequested(words), ...guestColumns(deps, guest), state: 'pending' as const };
    if ((await insertRequest(tx, isOwn, row)) === 'full' || !isEmailed) return;
    const data = { isGuest: true as const, ...requestOrigin(client) };
    await enqueueEmail(tx, deps, { kind: 'title_requested', to: email, locale, data });
  });
}

/** The reader's own rows are locked by the caller. */
async function insertRequest(
  tx: Database,
  isOwn: SQL,
  row: typeof titleRequest.$inferInsert,
): Promise<'stored' | 'known' | 'full'> {
  const waiting = await tx
    .select({ key: titleRequest.key, state: titleRequest.state })
    .from(titleRequest)
    .where(and(isOwn, ne(titleRequest.state, 'fulfilled')));
  if (waiting.some(({ key }) => key === row.key)) return 'known';
  if (waiting.filter(({ state }) => state !== 'answered').length >= MAX_TITLE_REQUESTS) return 'full';
  await tx.insert(titleRequest).values(row);
  return 'stored';
}

/** A request with its reader, as the CLI lists it. */
export type TitleRequestSummary = TitleRequest & { email: string; is_guest: boolean };

/** The newest requests that meet a condition. */
function selectRequests(db: Database) {
  return db
    .select({
      id: titleRequest.id,
      words: titleRequest.words,
      status: titleRequest.state,
      answer: titleRequest.answer,
      createdAt: titleRequest.createdAt,
      customerId: titleRequest.customerId,
      email: sql<string>`coalesce(${customer.email}, ${titleRequest.email})`,
      product: { id: product.id, title: product.title, language: product.language, slug: product.slug },
      isListed: product.isListed,
    })
    .from(titleRequest)
    .leftJoin(customer, eq(customer.id, titleRequest.customerId))
    .leftJoin(product, eq(product.id, titleRequest.productId))
    .orderBy(desc(titleRequest.id));
}

type SelectedRequest = Awaited<ReturnType<typeof selectRequests>>[number];

function summaryOf({ createdAt, customerId, product: found, isListed, ...row }: SelectedRequest): TitleRequestSummary {
  return {
    ...row,
    product: found && { ...found, slug: isListed ? found.slug : null },
    created_at: createdAt.toISOString(),
    is_guest: customerId === null,
  };
}

async function findRequests(db: Database, where: SQL | undefined, limit: number): Promise<TitleRequestSummary[]> {
  const rows = await selectRequests(db).where(where).limit(limit);
  return rows.map(summaryOf);
}

/** More than a reader has: open ones are bounded, and the others are deleted in time. */
const MAX_SHOWN = 100;

export async function listTitleRequests(db: Database, customerId: string): Promise<{ items: TitleRequest[] }> {
  return { items: await findRequests(db, eq(titleRequest.customerId, customerId), MAX_SHOWN) };
}

/** Removes a customer's request. Throws `not_found`. */
export async function removeTitleRequest(db: Database, customerId: string, id: string): Promise<void> {
  const isOwn = and(eq(titleRequest.id, id), eq(titleRequest.customerId, customerId));
  const [removed] = await db.delete(titleRequest).where(isOwn).returning({ id: titleRequest.id });
  requireFound(removed);
}

/** The requests of a guest's emailed link, and the address that it is for, if there are any. */
export async function readGuestRequests(
  db: Database,
  token: string,
): Promise<{ email: string | null; requests: TitleRequest[] }> {
  const isShown = and(isOfLink(titleRequest, token), isAlive(titleRequest));
  const requests = await findRequests(db, isShown, MAX_SHOWN);
  return { email: requests[0]?.email ?? null, requests };
}

/** Confirms a request of a guest's link; one that is confirmed, expired or removed is not changed. */
export async function confirmGuestRequest(db: Database, token: string, id: string): Promise<void> {
  await db
    .update(titleRequest)
    .set({ state: TITLE_REQUEST_TRANSITIONS.confirm.to, changedAt: sql`now()` })
    .where(and(isOfLink(titleRequest, token), eq(titleRequest.id, id), isConfirmable(titleRequest)));
}

/** Removes a request of a guest's link, or without `id` all of them. */
export async function removeGuestRequests(db: Database, token: string, id?: string): Promise<void> {
  const isNamed = id === undefined ? undefined : eq(titleRequest.id, id);
  await db.delete(titleRequest).where(and(isOfLink(titleRequest, token), isNamed));
}

/** Gives a customer the requests that a guest made with their verified email. Of two for one title the customer's own stays. */
export async function claimGuestRequests(tx: Database, owner: { id: string; email: string }): Promise<void> {
  const isGuests = eq(titleRequest.email, owner.email);
  const own = subquery
    .select({ key: titleRequest.key })
    .from(titleRequest)
    .where(and(eq(titleRequest.customerId, owner.id), ne(titleRequest.state, 'fulfilled')));
  await tx
    .delete(titleRequest)
    .where(and(isGuests, ne(titleRequest.state, 'fulfilled'), inArray(titleRequest.key, own)));
  const state = sql<TitleRequestState>`CASE ${titleRequest.state} WHEN 'pending' THEN 'open' ELSE ${titleRequest.state} END`;
  await tx
    .update(titleRequest)
    .set({ customerId: owner.id, email: null, locale: null, guestTokenHash: null, state })
    .where(isGuests);
}

/** The newest requests of all readers, optionally of one state, older than the one `before`. */
export async function listAllTitleRequests(
  db: Database,
  { before, ...form }: Form & Before,
): Promise<TitleRequestSummary[]> {
  const rows = await selectPage(db, { before }, form);
  return rows.map(summaryOf);
}

type Form = { state?: TitleRequestState | undefined; limit: number };
type Before = { before?: string | undefined };

const selectPage = keepForms((db, given: PerhapsGiven<Before>, { limit, state }: Form) => {
  const before = given('before');
  return selectRequests(db)
    .where(and(state && eq(titleRequest.state, state), before && lt(titleRequest.id, before)))
    .limit(limit);
});

/** Throws `not_found`. */
export async function requireTitleRequest(db: Database, id: string): Promise<TitleRequestSummary> {
  return requireFound(isUuid(id) ? (await findRequests(db, eq(titleRequest.id, id), 1))[0] : undefined);
}
