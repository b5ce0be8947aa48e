import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { bookPath, localizedPath } from '#contract/pages.ts';
import { findIsbn } from '#domain/catalogue/isbn.ts';
import type { Locale } from '#domain/locale.ts';
import { TITLE_REQUEST_TRANSITIONS, type TitleRequestAction } from '#domain/title-request.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { customer, product, titleRequest, variant } from '../db/tables.ts';
import { enqueueEmail } from '../emails/outbox.ts';

type NewAnswer = { answer: string; was?: string | null };

/**
 * Emails the shop's answer to a request. Throws `not_found` and, where it waits for its guest or is fulfilled, `too_late`; so
 * too where its answer is not `was` (null: none) any more, if that is given.
 */
export function answerTitleRequest(deps: Deps, id: string, { answer, was }: NewAnswer): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const { words, email, locale, ...link } = await transition(tx, deps, id, { action: 'answer', answer, was });
    await enqueueEmail(tx, deps, { kind: 'title_answered', to: email, locale, data: { words, text: answer, ...link } });
  });
}

/** Emails that the title of an ISBN is what a request asked for. Throws as {@link answerTitleRequest}, and `not_found` for an ISBN that is not listed. */
export function fulfilTitleRequest(deps: Deps, id: string, isbn: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const isListed = and(eq(variant.isbn, findIsbn(isbn) ?? ''), variant.isListed, product.isListed);
    const [found] = await tx
      .select({ productId: variant.productId })
      .from(variant)
      .innerJoin(product, eq(product.id, variant.productId))
      .where(isListed)
      .limit(1);
    await fulfil(tx, deps, id, requireFound(found).productId);
  });
}

/** Emails of one run; the next ones follow in the next run. */
const MAX_BATCH = 500;

/**
 * Fulfils the requests whose ISBN is listed now, wherever it came from. Several servers may run it at once: each request is
 * locked by one of them. Returns their number.
 */
export function fulfilArrivedRequests(deps: Deps): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const arrived = await tx
      .select({ id: titleRequest.id, productId: product.id })
      .from(titleRequest)
      .innerJoin(variant, eq(variant.isbn, titleRequest.isbn))
      .innerJoin(product, eq(product.id, variant.productId))
      .where(
        and(
          isNotNull(titleRequest.isbn),
          inArray(titleRequest.state, TITLE_REQUEST_TRANSITIONS.fulfil.from),
          variant.isListed,
          product.isListed,
        ),
      )
      .orderBy(asc(titleRequest.id))
      .limit(MAX_BATCH)
      .for('update', { of: titleRequest, skipLocked: true });
    const products = new Map(arrived.map(({ id, productId }) => [id, productId]));
    for (const [id, productId] of products) await fulfil(tx, deps, id, productId);
    return products.size;
  });
}

async function fulfil(tx: Database, deps: Deps, id: string, productId: number): Promise<void> {
  const { words, email, locale, ...link } = await transition(tx, deps, id, { action: 'fulfil', productId });
  const [book] = await tx
    .select({ title: product.title, slug: product.slug })
    .from(product)
    .where(eq(product.id, productId));
  const { title, slug } = requireFound(book);
  const shopLink = deps.publicUrl + localizedPath(locale, bookPath({ id: productId, slug }));
  await enqueueEmail(tx, deps, { kind: 'title_arrived', to: email, locale, data: { words, title, shopLink, ...link } });
}

type Change =
  | { action: Extract<TitleRequestAction, 'answer'>; answer: string; was: string | null | undefined }
  | { action: Extract<TitleRequestAction, 'fulfil'>; productId: number };

/** Moves a request on and returns its reader; of two changes at once that exclude each other one is `too_late`. */
async function transition(tx: Database, { publicUrl }: Deps, id: string, change: Change) {
  const [row] = await tx
    .select({ state: titleRequest.state, answer: titleRequest.answer })
    .from(titleRequest)
    .where(eq(titleRequest.id, id))
    .for('update');
  const { state, answer } = requireFound(row);
  const { from, to } = TITLE_REQUEST_TRANSITIONS[change.action];
  if (!from.includes(state)) throwApiError('too_late');
  if (change.action === 'answer' && change.was !== undefined && change.was !== answer) throwApiError('too_late');
  const values = change.action === 'answer' ? { answer: change.answer } : { productId: change.productId };
  await tx
    .update(titleRequest)
    .set({ ...values, state: to, changedAt: sql`now()` })
    .where(eq(titleRequest.id, id));
  const [reader] = await tx
    .select({
      words: titleRequest.words,
      email: sql<string>`coalesce(${customer.email}, ${titleRequest.email})`,
      locale: sql<Locale>`coalesce(${customer.locale}, ${titleRequest.locale})`,
      customerId: titleRequest.customerId,
    })
    .from(titleRequest)
    .leftJoin(customer, eq(customer.id, titleRequest.customerId))
    .where(eq(titleRequest.id, id));
  const { customerId, ...rest } = requireFound(reader);
  return { ...rest, ...(customerId === null ? { isGuest: true as const } : { link: `${publicUrl}/customer/alerts` }) };
}
