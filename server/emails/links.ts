import { createHmac } from 'node:crypto';
import {
  guestAlertsPath,
  guestOrderPath,
  guestTicketPath,
  localizedPath,
  emailPreviewUrl,
  unsubscribePath,
} from '#contract/pages.ts';
import { isLocale, type Locale } from '#domain/locale.ts';
import type { Deps } from '../context.ts';
import { isSameText } from '../secrets.ts';

/**
 * The token of a guest's link to one order: derived from the shop's secret, so that every email about the order can
 * contain it while the database stores only its hash.
 */
export function guestOrderToken({ authSecret }: Pick<Deps, 'authSecret'>, orderId: string): string {
  return createHmac('sha256', authSecret).update(`guest order ${orderId}`).digest('base64url');
}

/** How long a link works that a customer opened from the customer area, in milliseconds. */
const CUSTOMER_LINK_AGE = 7_200_000;

/** The token of a customer's link to one order: it names the order and when it ends, and is signed. */
export function customerOrderToken(
  { authSecret }: Pick<Deps, 'authSecret'>,
  orderId: string,
  now = Date.now(),
): string {
  return signOrderLink(authSecret, `${orderId}.${now + CUSTOMER_LINK_AGE}`);
}

/** What such a token says; undefined for any other text. */
export function readCustomerOrderToken(
  { authSecret }: Pick<Deps, 'authSecret'>,
  token: string,
): { orderId: string; isExpired: boolean } | undefined {
  const [orderId = '', expiresAt = ''] = token.split('.');
  if (!isSameText(token, signOrderLink(authSecret, `${orderId}.${expiresAt}`))) return undefined;
  return { orderId, isExpired: Number(expiresAt) < Date.now() };
}

function signOrderLink(authSecret: string, text: string): string {
  return `${text}.${createHmac('sha256', authSecret).update(`customer order ${text}`).digest('base64url')}`;
}

export type OrderLinkTarget = { id: string; number: string; customerId: string | null; locale: Locale };

/** The link in emails about an order: for a guest to that order alone, for a customer to their orders. */
export function orderUrl(deps: Pick<Deps, 'authSecret' | 'publicUrl'>, order: OrderLinkTarget): string {
  return deps.publicUrl + orderPath(deps, order);
}

/** The same without the origin. */
export function orderPath(deps: Pick<Deps, 'authSecret'>, { id, number, customerId, locale }: OrderLinkTarget): string {
  if (customerId) return `/customer/my-orders?order=${number}`;
  return localizedPath(locale, guestOrderPath(guestOrderToken(deps, id)));
}

/** The token of a guest's link to one ticket, derived like that of an order. */
export function guestTicketToken({ authSecret }: Pick<Deps, 'authSecret'>, ticketId: string): string {
  return createHmac('sha256', authSecret).update(`guest ticket ${ticketId}`).digest('base64url');
}

/** The link in emails about a guest's ticket. */
export function guestTicketUrl(
  deps: Pick<Deps, 'authSecret' | 'publicUrl'>,
  { id, locale }: { id: string; locale: Locale },
): string {
  return deps.publicUrl + localizedPath(locale, guestTicketPath(guestTicketToken(deps, id)));
}

/** The token of a guest's link to the alerts of one address, derived like that of an order. */
export function guestAlertsToken({ authSecret }: Pick<Deps, 'authSecret'>, email: string): string {
  return createHmac('sha256', authSecret).update(`guest alerts ${email}`).digest('base64url');
}

/** The link in emails about a guest's alerts. */
export function guestAlertsUrl(
  deps: Pick<Deps, 'authSecret' | 'publicUrl'>,
  { email, locale }: { email: string; locale: Locale },
): string {
  return deps.publicUrl + localizedPath(locale, guestAlertsPath(guestAlertsToken(deps, email)));
}

/** The token of a customer's link that ends review invitations: it names the customer, and opens nothing else. */
export function unsubscribeToken({ authSecret }: Pick<Deps, 'authSecret'>, customerId: string): string {
  const key = createHmac('sha256', authSecret).update(`unsubscribe ${customerId}`).digest('base64url');
  return `${customerId}.${key}`;
}

/** The customer that such a token names; undefined for any other text. */
export function customerOfUnsubscribeToken(deps: Pick<Deps, 'authSecret'>, token: string): string | undefined {
  const [customerId = ''] = token.split('.');
  return isSameText(token, unsubscribeToken(deps, customerId)) ? customerId : undefined;
}

/** How long the HTML of an example email can be opened, in milliseconds. */
const PREVIEW_AGE = 600_000;

/** The example of an email that a preview shows. */
export type EmailPreview = { kind: string; locale: Locale };

/** Where the HTML of an example email is: a frame sends no session, so that the path says what is shown, and is signed. */
export function emailPreviewPath(
  { authSecret }: Pick<Deps, 'authSecret'>,
  { kind, locale }: EmailPreview,
  now = Date.now(),
): string {
  return emailPreviewUrl(signPreview(authSecret, `${kind}.${locale}.${now + PREVIEW_AGE}`));
}

/** What the token of such a path says; undefined for any other text, and once it has expired. */
export function readEmailPreviewToken(
  { authSecret }: Pick<Deps, 'authSecret'>,
  token: string,
): EmailPreview | undefined {
  const [kind = '', locale = '', expiresAt = ''] = token.split('.');
  if (!isSameText(token, signPreview(authSecret, `${kind}.${locale}.${expiresAt}`))) return undefined;
  return Number(expiresAt) > Date.now() && isLocale(locale) ? { kind, locale } : undefined;
}

function signPreview(authSecret: string, text: string): string {
  return `${text}.${createHmac('sha256', authSecret).update(`email preview ${text}`).digest('base64url')}`;
}

/** The link in review invitations that ends them. */
export function unsubscribeUrl(
  deps: Pick<Deps, 'authSecret' | 'publicUrl'>,
  { customerId, locale }: { customerId: string; locale: Locale },
): string {
  return deps.publicUrl + localizedPath(locale, unsubscribePath(unsubscribeToken(deps, customerId)));
}
