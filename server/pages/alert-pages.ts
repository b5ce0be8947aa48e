import type { FastifyReply, FastifyRequest } from 'fastify';
import { newGuestAlert, newGuestTitleRequest } from '#contract/alerts.ts';
import { bookPath, guestAlertsPath, localizedPath, SHOP_PAGES } from '#contract/pages.ts';
import { opaqueId } from '#contract/schemas.ts';
import { addGuestAlert, confirmGuestAlert, readGuestAlerts, removeGuestAlerts } from '../alerts/availability-alerts.ts';
import {
  addGuestTitleRequest,
  confirmGuestRequest,
  readGuestRequests,
  removeGuestRequests,
} from '../alerts/title-requests.ts';
import { throwApiError } from '../api-error.ts';
import { findProductOfVariant } from '../catalogue/product-details.ts';
import { redirectTo } from '../http/headers.ts';
import { submitForm } from './guest-pages.ts';
import { sendUncached, type LocalizedContext } from './storefront.ts';

/** Takes the form of a book's page, or sends it again with what was typed and what is wrong. */
export async function submitNotifyForm(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  const { deps, locale } = context;
  const rejected = await submitForm(context, { shape: newGuestAlert, request, reply }, ({ vid, email }) =>
    addGuestAlert(deps, vid, { email, locale, client: { ip: request.ip } }),
  );
  if (!rejected) return redirectTo(reply, localizedPath(locale, SHOP_PAGES.notifySent));
  const { status, ...form } = rejected;
  const vid = Number(form.values.vid);
  const product = Number.isSafeInteger(vid) ? await findProductOfVariant(deps.db, vid) : undefined;
  if (!product) return throwApiError('not_found');
  const view = { page: 'notify' as const, product, form };
  return sendUncached(context, reply, { locale, view, path: bookPath(product), status });
}

/** Takes the form of a search without results, or sends it again on a page of its own. */
export async function submitTitleRequestForm(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  const { deps, locale } = context;
  const rejected = await submitForm(context, { shape: newGuestTitleRequest, request, reply }, ({ words, email }) =>
    addGuestTitleRequest(deps, words, { email, locale, client: { ip: request.ip } }),
  );
  if (!rejected) return redirectTo(reply, localizedPath(locale, SHOP_PAGES.requestTitleSent));
  const { status, ...form } = rejected;
  const view = { page: 'requestTitle' as const, form };
  return sendUncached(context, reply, { locale, view, path: SHOP_PAGES.requestTitle, status });
}

type TokenParams = { token: string };

/** Sends what the address of a guest's link waits for; without anything, the page says so, whatever the link. */
export async function sendAlertsPage(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  const { deps, locale } = context;
  const { token } = request.params as TokenParams;
  // Its forms send their origin to this shop alone, and the link to nobody else.
  void reply.header('Referrer-Policy', 'same-origin');
  const alerts = await readGuestAlerts(deps.db, token);
  const requests = await readGuestRequests(deps.db, token);
  const view = { page: 'alerts' as const, ...alerts, ...requests, email: alerts.email ?? requests.email };
  return sendUncached(context, reply, { locale, view, path: guestAlertsPath(token) });
}

/** Confirms or removes the one that a button of the page names, or all; an id is of an alert or of a request. */
export async function submitAlertsForm(
  { deps: { db }, locale }: LocalizedContext,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { token } = request.params as TokenParams;
  const { body } = request;
  if (!(body instanceof URLSearchParams)) return throwApiError('unsupported_media_type');
  const [confirmed, removed] = ['confirm', 'remove'].map((name) => opaqueId.safeParse(body.get(name)).data);
  if (confirmed) {
    await confirmGuestAlert(db, token, confirmed);
    await confirmGuestRequest(db, token, confirmed);
  } else if (removed || body.has('remove-all')) {
    await removeGuestAlerts(db, token, removed);
    await removeGuestRequests(db, token, removed);
  }
  return redirectTo(reply, localizedPath(locale, guestAlertsPath(token)));
}
