import { redirectTo } from '../http/headers.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { fieldIssues, ERROR_CODES } from '#contract/error-codes.ts';
import type { FormState } from '#contract/forms.ts';
import {
  CUSTOMER_AREA,
  guestTicketPath,
  localizedPath,
  guestOrderPath,
  SHOP_PAGES,
  unsubscribePath,
} from '#contract/pages.ts';
import { newGuestReply, newGuestTicket } from '#contract/tickets.ts';
import type { Locale } from '#domain/locale.ts';
import { saveProfile } from '../accounts/profile.ts';
import type { Deps } from '../context.ts';
import { customerOfUnsubscribeToken, readCustomerOrderToken } from '../emails/links.ts';
import { toApiError } from '../http/error-responses.ts';
import { rateLimitSubject } from '../limits.ts';
import { throwApiError } from '../api-error.ts';
import { closeAsGuest, readGuestTicket, replyAsGuest, openGuestTicket } from '../tickets/conversation.ts';
import { fieldErrorMessage, errorMessage } from '../translations.ts';
import { findContactView } from './text-views.ts';
import { findLinkedOrder } from './linked-order.ts';
import { sendUncached, type LocalizedContext, type PageHandler } from './storefront.ts';
import type { OnlineMethod } from '#domain/orders/payment.ts';
import { cancelGuestOrder } from '../orders/transition-order.ts';
import { requireLinkedOrder } from '../orders/queries.ts';
import { startPayment } from '../payments/checkout.ts';

type TokenParams = { token: string };

/** Sends the ticket of a guest's link; a customer who adopted it is redirected to it among their own. */
export async function sendGuestTicketPage(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  return sendTicketByToken(context, {}, request, reply);
}

export async function replyToTicketByToken(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  const { token } = request.params as TokenParams;
  const rejected = await submitForm(context, { shape: newGuestReply, request, reply }, ({ message }) =>
    replyAsGuest(context.deps, token, message),
  );
  if (!rejected) return redirectTo(reply, localizedPath(context.locale, guestTicketPath(token)));
  return sendTicketByToken(context, { form: rejected }, request, reply);
}

export async function closeTicketByToken(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  const { token } = request.params as TokenParams;
  await closeAsGuest(context.deps, token);
  return redirectTo(reply, localizedPath(context.locale, guestTicketPath(token)));
}

type RejectedForm = FormState & { status: number };

async function sendTicketByToken(
  context: LocalizedContext,
  { form: rejected }: { form?: RejectedForm },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { deps, locale } = context;
  const { token } = request.params as TokenParams;
  // Its forms send their origin to this shop alone, and the link to nobody else.
  void reply.header('Referrer-Policy', 'same-origin');
  const found = await undefinedIfNotFound(readGuestTicket(deps, token));
  if (!found) return sendUncached(context, reply, { locale, view: { page: 'not_found' }, path: '/', status: 404 });
  if ('redirectTo' in found) return redirectTo(reply, found.redirectTo);
  const { status = 200, ...form } = rejected ?? { values: {}, errors: {} };
  const view = { page: 'ticket' as const, ticket: found.ticket, form };
  return sendUncached(context, reply, { locale, view, path: guestTicketPath(token), status });
}

type FormSubmission<Shape> = { shape: Shape; request: FastifyRequest; reply: FastifyReply };

/**
 * Runs `accept` with a valid form; returns nothing where it was accepted, else what the page shows instead. Counts on the
 * class `write` here, so that a form over the limit is sent back with what was typed.
 */
export async function submitForm<Shape extends z.ZodMiniObject>(
  { deps, locale }: LocalizedContext,
  { shape, request, reply }: FormSubmission<Shape>,
  accept: (values: z.output<Shape>) => Promise<void>,
): Promise<RejectedForm | undefined> {
  const typed = formValues(request, Object.keys(shape.shape));
  const parsed = shape.safeParse(typed);
  try {
    await deps.consumeRateLimit('write', rateLimitSubject(request.ip));
    if (!parsed.success) return { values: typed, errors: fieldErrors(locale, parsed.error.issues), status: 422 };
    await accept(parsed.data);
    return undefined;
  } catch (error) {
    const { code, details } = toApiError(error);
    if (code !== 'too_many_requests') throw error;
    void reply.header('Retry-After', details.retryAfter ?? 60);
    return {
      values: typed,
      errors: {},
      error: errorMessage(locale, code, details.retryAfter),
      status: ERROR_CODES[code],
    };
  }
}

/** What was typed; forms write line breaks in two characters, which count as one. */
function formValues({ body }: FastifyRequest, names: readonly string[]): Record<string, string> {
  if (!(body instanceof URLSearchParams)) return throwApiError('unsupported_media_type');
  return Object.fromEntries(names.map((name) => [name, (body.get(name) ?? '').replaceAll('\r\n', '\n')]));
}

/** The first error of each field. */
function fieldErrors(locale: Locale, issues: Parameters<typeof fieldIssues>[0]): Record<string, string> {
  const messages = fieldIssues(issues).map((issue) => [issue.path, fieldErrorMessage(locale, issue)]);
  return Object.fromEntries(messages.toReversed());
}

export async function sendGuestOrderPage(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  const { payment } = request.query as { payment?: unknown };
  return sendGuestOrder(context, { isReturning: payment === 'done' }, request, reply);
}

type GuestOrderOptions = { isReturning: boolean; paymentError?: string; status?: number };

async function sendGuestOrder(
  context: LocalizedContext,
  { status = 200, ...rest }: GuestOrderOptions,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { token } = request.params as TokenParams;
  const { deps, locale } = context;
  // The form that cancels sends its origin only where a page may refer to: to this shop, and to nobody else.
  void reply.header('Referrer-Policy', 'same-origin');
  const order = await findLinkedOrder(context, token);
  if (order === 'link_expired') return redirectTo(reply, `${CUSTOMER_AREA}/my-orders`);
  if (!order) return sendUncached(context, reply, { locale, view: { page: 'not_found' }, path: '/', status: 404 });
  const isGuest = readCustomerOrderToken(deps, token) === undefined;
  const view = { page: 'order' as const, order, isGuest, ...rest };
  return sendUncached(context, reply, { locale, view, path: guestOrderPath(token), status });
}

/** Redirects to the provider's page; where that cannot be opened, the order's page says why. */
export const redirectToPayment =
  (method: OnlineMethod): PageHandler =>
  async (context, request, reply) => {
    const { token } = request.params as TokenParams;
    const { deps } = context;
    void reply.header('Referrer-Policy', 'no-referrer');
    try {
      const { id: orderId } = await requireLinkedOrder(deps, token);
      return reply.header('Cache-Control', 'no-store').redirect(await startPayment(deps, { orderId, method }));
    } catch (error) {
      return sendGuestOrderError(context, error, request, reply);
    }
  };

export async function cancelOrderByToken(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  const { token } = request.params as TokenParams;
  try {
    await cancelGuestOrder(context.deps, token);
    return redirectTo(reply, localizedPath(context.locale, guestOrderPath(token)));
  } catch (error) {
    return sendGuestOrderError(context, error, request, reply);
  }
}

/** Sends a guest's order with the reason why the request could not be fulfilled. */
async function sendGuestOrderError(
  context: LocalizedContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { code, details } = toApiError(error);
  if (code === 'internal') throw error;
  if (code === 'payment_unreachable') request.log.warn({ err: error }, code);
  const paymentError = errorMessage(context.locale, code, details.retryAfter);
  return sendGuestOrder(context, { isReturning: false, paymentError, status: ERROR_CODES[code] }, request, reply);
}

/** The result, or undefined where the error is `not_found`. */
async function undefinedIfNotFound<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (toApiError(error).code !== 'not_found') throw error;
    return undefined;
  }
}

/** The words of a search without results, in the address of the contact page. */
export function searchTermsIn({ query }: FastifyRequest): string | undefined {
  const { q } = query as { q?: unknown };
  return typeof q === 'string' && q.trim() !== '' ? q.trim().slice(0, 200).toWellFormed() : undefined;
}

/** Sends the contact page with its form begun by the words that were searched for. */
export async function sendContactPage(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  const { deps, locale } = context;
  await deps.consumeRateLimit('browse', rateLimitSubject(request.ip));
  const words = searchTermsIn(request);
  return sendUncached(context, reply, {
    locale,
    view: { ...(await findContactView(deps.db, locale)), ...(words && { words }) },
    path: '/contact',
  });
}

/** Opens a ticket by the contact form, or sends the form again with what was typed and what is wrong. */
export async function submitContactForm(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  const { deps, locale } = context;
  const rejected = await submitForm(context, { shape: newGuestTicket, request, reply }, (ticket) =>
    openGuestTicket(deps, ticket, { locale, client: { ip: request.ip } }),
  );
  if (!rejected) return redirectTo(reply, localizedPath(locale, SHOP_PAGES.contactSent));
  const { status, ...form } = rejected;
  const view = { ...(await findContactView(deps.db, locale)), form };
  return sendUncached(context, reply, { locale, view, path: '/contact', status });
}

/** Sends the page that a review invitation leads to: only its button ends them, because scanners open links. */
export async function sendUnsubscribePage(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  return sendUnsubscribe(context, { isDone: false }, request, reply);
}

/** Ends review invitations, for the page's form and for mail clients, which follow no redirect (RFC 8058). */
export async function unsubscribeByToken(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  return sendUnsubscribe(context, { isDone: true }, request, reply);
}

async function sendUnsubscribe(
  context: LocalizedContext,
  { isDone }: { isDone: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { deps, locale } = context;
  const { token } = request.params as TokenParams;
  void reply.header('Referrer-Policy', 'same-origin');
  const customerId = customerOfUnsubscribeToken(deps, token);
  const found = customerId !== undefined && (await undefinedIfNotFound(stopInvitations(deps, customerId, isDone)));
  if (!found) return sendUncached(context, reply, { locale, view: { page: 'not_found' }, path: '/', status: 404 });
  return sendUncached(context, reply, { locale, view: { page: 'unsubscribe', isDone }, path: unsubscribePath(token) });
}

/** Throws `not_found` for a deleted account. */
function stopInvitations(deps: Deps, customerId: string, isConfirmed: boolean) {
  return saveProfile(deps, { customerId }, isConfirmed ? { reviewInvitations: false } : {});
}
