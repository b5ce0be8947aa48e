import type { FastifyReply, FastifyRequest } from 'fastify';
import { newGuestAlert } from '#contract/alerts.ts';
import { bookPath, guestAlertsPath, localizedPath, SHOP_PAGES } from '#contract/pages.ts';
import { opaqueId } from '#contract/schemas.ts';
import { confirmGuestAlert, addGuestAlert, readGuestAlerts, removeGuestAlerts } from '../alerts/availability-alerts.ts';
import { throwApiError } from '../api-error.ts';
import { findProductOfVariant } from '../catalogue/product-details.ts';
import { redirectTo } from '../http/headers.ts';
import { submitForm } from './guest-pages.ts';
import { sendUncached, type LocalizedContext } from './storefront.ts';

/** Takes the form of a book's page, or sends it again with what was typed and what is wrong. */
export async function submitNotifyForm(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  const { deps, locale } = context;
  const rejected = await submitForm(context, { shape: newGuestAlert, request, reply }, (alert) =>
    addGuestAlert(deps, alert, { locale, client: { ip: request.ip } }),
  );
  if (!rejected) return redirectTo(reply, localizedPath(locale, SHOP_PAGES.notifySent));
  const { status, ...form } = rejected;
  const vid = Number(form.values.vid);
  const product = Number.isSafeInteger(vid) ? await findProductOfVariant(deps.db, vid) : undefined;
  if (!product) return throwApiError('not_found');
  const view = { page: 'notify' as const, product, form };
  return sendUncached(context, reply, { locale, view, path: bookPath(product), status });
}

type TokenParams = { token: string };

/** Sends the alerts of a guest's link; without any, the page says so, whatever the link. */
export async function sendAlertsPage(context: LocalizedContext, request: FastifyRequest, reply: FastifyReply) {
  const { deps, locale } = context;
  const { token } = request.params as TokenParams;
  // Its forms send their origin to this shop alone, and the link to nobody else.
  void reply.header('Referrer-Policy', 'same-origin');
  const view = { page: 'alerts' as const, ...(await readGuestAlerts(deps, token)) };
  return sendUncached(context, reply, { locale, view, path: guestAlertsPath(token) });
}

/** Confirms or removes the alert that a button of the page names; `remove` without one removes all. */
export async function submitAlertsForm(
  { deps, locale }: LocalizedContext,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { token } = request.params as TokenParams;
  const { body } = request;
  if (!(body instanceof URLSearchParams)) return throwApiError('unsupported_media_type');
  const [confirmed, removed] = ['confirm', 'remove'].map((name) => opaqueId.safeParse(body.get(name)).data);
  if (confirmed) await confirmGuestAlert(deps, token, confirmed);
  else if (removed) await removeGuestAlerts(deps, token, removed);
  else if (body.has('remove-all')) await removeGuestAlerts(deps, token);
  return redirectTo(reply, localizedPath(locale, guestAlertsPath(token)));
}
