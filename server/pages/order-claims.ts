import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { ERROR_CODES, fieldIssues } from '#contract/error-codes.ts';
import type { FormState } from '#contract/forms.ts';
import type { ClaimReview, OrderClaimView } from '#contract/order-request-views.ts';
import type { Claim } from '#contract/claims.ts';
import { localizedPath, orderClaimPath } from '#contract/pages.ts';
import { optionalText } from '#contract/schemas.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { CLAIM_PROBLEMS, CLAIM_WISHES } from '#domain/orders/claim.ts';
import { throwApiError } from '../api-error.ts';
import { readCustomerOrderToken } from '../emails/links.ts';
import { toApiError } from '../http/error-responses.ts';
import { redirectTo } from '../http/headers.ts';
import { rateLimitSubject } from '../limits.ts';
import { decideClaim } from '../orders/claims/decide-claim.ts';
import { isInStock, openClaim, type NewClaim } from '../orders/claims/open-claim.ts';
import { requireClaim } from '../orders/claims/queries.ts';
import { quoteRequestedLines } from '../orders/refunds/create-refund.ts';
import { errorMessage, fieldErrorMessage } from '../translations.ts';
import { onLinkedOrder, type LinkedOrder } from './linked-order.ts';
import {
  chosenCopies,
  clientOf,
  formBody,
  formValues,
  sendRequestError,
  sendRequestPage,
  type LinkedRequest,
} from './order-request-frame.ts';
import { sendUncached, type PageHandler } from './storefront.ts';

/** While a claim of the order is open, its page takes the place of the form; nothing for any other request. */
export function redirectToOpenClaim({ kind, order, ...linked }: LinkedRequest): FastifyReply | undefined {
  const open = order.claims.find(({ status }) => status === 'open');
  return kind === 'not-arrived' && open ? redirectToClaim(linked, open.number) : undefined;
}

function redirectToClaim({ context, reply, token }: Omit<LinkedOrder, 'order'>, number: string): FastifyReply {
  return redirectTo(reply, localizedPath(context.locale, orderClaimPath(token, number)));
}

/** Shows what was answered, and opens the claim once that is confirmed. */
export async function submitClaim(linked: LinkedRequest): Promise<FastifyReply> {
  const { context, request, order } = linked;
  await context.deps.consumeRateLimit('write', rateLimitSubject(request.ip));
  const claimed = claimedIn(linked);
  if ('errors' in claimed) return sendRequestPage(linked, { form: claimed }, ERROR_CODES.invalid);
  const review = await reviewClaim(linked, claimed);
  if (claimed.wish === 'resend' && !(await isInStock(context.deps.db, review.items))) {
    const form = { values: formValues(request), errors: { wish: 'out_of_stock' } };
    return sendRequestPage(linked, { form }, ERROR_CODES.out_of_stock);
  }
  if (!formBody(request).has('confirm')) return sendRequestPage(linked, { claim: review });
  try {
    const number = await openClaim(context.deps, { orderId: order.id, claimed, client: clientOf(request) });
    return redirectToClaim(linked, number);
  } catch (error) {
    return sendRequestError(linked, error);
  }
}

const claimForm = z.object({
  address: z.enum(['right', 'wrong']),
  problem: z.enum(CLAIM_PROBLEMS),
  wish: z.enum(CLAIM_WISHES),
  note: optionalText(2000),
});

/** What a form says is missing and wanted, or which questions it leaves open. */
function claimedIn({ context, request, order }: LinkedRequest): NewClaim | FormState {
  const body = formBody(request);
  const values = formValues(request);
  const note = (body.get('note') ?? '').replaceAll('\r\n', '\n');
  const parsed = claimForm.safeParse({ ...values, note });
  const items = chosenCopies(order, body);
  const isSingle = values.problem === 'missing' || values.problem === 'damaged';
  const errors = {
    ...Object.fromEntries(
      fieldIssues(parsed.error?.issues ?? []).map((issue) => [
        issue.path,
        issue.path === 'note' ? fieldErrorMessage(context.locale, issue) : 'required',
      ]),
    ),
    ...(isSingle && items.length === 0 && { items: 'required' }),
    ...(values.address === 'wrong' && note.trim() === '' && { note: 'required' }),
  };
  if (!parsed.success || Object.keys(errors).length > 0) return { values: { ...values, note }, errors };
  const { address, ...answers } = parsed.data;
  return { ...answers, items, isAddressRight: address === 'right' };
}

/** A missing parcel is every copy that is not refunded. */
async function reviewClaim(
  { context, order }: LinkedRequest,
  { items: chosen, ...answers }: NewClaim,
): Promise<ClaimReview> {
  const all = order.lines.map(({ id, refundable_qty: qty }) => ({ id, qty })).filter(({ qty }) => qty > 0);
  const items = answers.problem === 'parcel' ? all : [...chosen];
  const { amount } = await quoteRequestedLines(context.deps.db, { id: order.id, items });
  return { ...answers, items, amount: ringgitFromSen(amount) };
}

/** A claim of the order of a link. */
type LinkedClaim = LinkedOrder & { claim: Claim };

/** Sends the page of a claim: how far it is, and what it is about. */
export const sendClaimPage: PageHandler = onClaim((linked) => sendClaim(linked, {}));

/** Ends a claim because what was missing has come. */
export const endArrivedClaim: PageHandler = onClaim(async (linked) => {
  const { context, claim } = linked;
  try {
    const { id } = await requireClaim(context.deps.db, claim.number);
    await decideClaim(context.deps, id, { to: 'arrived', actor: 'customer' });
    return redirectToClaim(linked, claim.number);
  } catch (error) {
    const { code } = toApiError(error);
    if (code === 'internal') throw error;
    return sendClaim(linked, { error: errorMessage(context.locale, code) }, ERROR_CODES[code]);
  }
});

function onClaim(handle: (linked: LinkedClaim) => Promise<FastifyReply>): PageHandler {
  return onLinkedOrder((linked) => {
    const { number } = linked.request.params as { number: string };
    const claim = linked.order.claims.find((one) => one.number === number);
    return claim ? handle({ ...linked, claim }) : throwApiError('not_found');
  });
}

function sendClaim(
  { context, reply, token, order, claim }: LinkedClaim,
  shown: Pick<OrderClaimView, 'error'>,
  status = 200,
): Promise<FastifyReply> {
  const { deps, locale } = context;
  const isGuest = readCustomerOrderToken(deps, token) === undefined;
  const view: OrderClaimView = { page: 'orderClaim', order, claim, isGuest, ...shown };
  return sendUncached(context, reply, { locale, view, path: orderClaimPath(token, claim.number), status });
}
