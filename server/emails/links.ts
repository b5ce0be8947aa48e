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
import { equalHashes, hashSecret } from '../secrets.ts';

type Secrets = Pick<Deps, 'authSecret'>;
/** The stored hash of a link that exists; null where there is none yet. */
type StoredHash = Buffer | null;

/**
 * The token of a guest's link, derived from the shop's secret: every email can contain it while the database stores only its
 * hash. Where the hash is of a token by an older secret, it is that one.
 */
function guestToken({ authSecret }: Secrets, text: string, stored: StoredHash): string {
  const [newest = '', ...older] = authSecret.hmacs(text).map((hmac) => hmac.toString('base64url'));
  return older.find((token) => stored && equalHashes(hashSecret(token), stored)) ?? newest;
}

/** The token of a guest's link to one order. */
export function guestOrderToken(deps: Secrets, orderId: string, stored: StoredHash = null): string {
  return guestToken(deps, `guest order ${orderId}`, stored);
}

/** How long a link works that a customer opened from the customer area, in milliseconds. */
const CUSTOMER_LINK_AGE = 7_200_000;

/** The token of a customer's link to one order: it names the order and when it ends, and is signed. */
export function customerOrderToken(deps: Secrets, orderId: string, now = Date.now()): string {
  return sign(deps, 'customer order', `${orderId}.${now + CUSTOMER_LINK_AGE}`);
}

/** What such a token says; undefined for any other text. */
export function readCustomerOrderToken(
  deps: Secrets,
  token: string,
): { orderId: string; isExpired: boolean } | undefined {
  const [orderId = '', expiresAt = ''] = token.split('.');
  if (!isSigned(deps, 'customer order', `${orderId}.${expiresAt}`, token)) return undefined;
  return { orderId, isExpired: Number(expiresAt) < Date.now() };
}

/** A text with its signature by the newest secret, for one purpose. */
function sign({ authSecret }: Secrets, purpose: string, text: string): string {
  return withSignature(text, authSecret.hmac(`${purpose} ${text}`));
}

/** Whether a token is this text, signed for this purpose with an accepted secret. */
function isSigned({ authSecret }: Secrets, purpose: string, text: string, token: string): boolean {
  return authSecret.hasSigned(token, `${purpose} ${text}`, (hmac) => withSignature(text, hmac));
}

function withSignature(text: string, hmac: Buffer): string {
  return `${text}.${hmac.toString('base64url')}`;
}

export type OrderLinkTarget = {
  id: string;
  number: string;
  customerId: string | null;
  locale: Locale;
  guestTokenHash?: StoredHash;
};

/** The link in emails about an order: for a guest to that order alone, for a customer to their orders. */
export function orderUrl(deps: Secrets & Pick<Deps, 'publicUrl'>, order: OrderLinkTarget): string {
  return deps.publicUrl + orderPath(deps, order);
}

/** The same without the origin. */
export function orderPath(deps: Secrets, order: OrderLinkTarget): string {
  if (order.customerId) return `/customer/my-orders?order=${order.number}`;
  return localizedPath(order.locale, guestOrderPath(guestOrderToken(deps, order.id, order.guestTokenHash)));
}

/** The token of a guest's link to one ticket. */
export function guestTicketToken(deps: Secrets, ticketId: string, stored: StoredHash = null): string {
  return guestToken(deps, `guest ticket ${ticketId}`, stored);
}

/** The link in emails about a guest's ticket. */
export function guestTicketUrl(
  deps: Secrets & Pick<Deps, 'publicUrl'>,
  { id, locale, stored }: { id: string; locale: Locale; stored: StoredHash },
): string {
  return deps.publicUrl + localizedPath(locale, guestTicketPath(guestTicketToken(deps, id, stored)));
}

/** The token of a guest's link to the alerts of one address. */
export function guestAlertsToken(deps: Secrets, email: string, stored: StoredHash = null): string {
  return guestToken(deps, `guest alerts ${email}`, stored);
}

/** The link in emails about a guest's alerts. */
export function guestAlertsUrl(
  deps: Secrets & Pick<Deps, 'publicUrl'>,
  { email, locale, stored }: { email: string; locale: Locale; stored: StoredHash },
): string {
  return deps.publicUrl + localizedPath(locale, guestAlertsPath(guestAlertsToken(deps, email, stored)));
}

/** The token of a customer's link that ends review invitations: it names the customer, and opens nothing else. */
export function unsubscribeToken(deps: Secrets, customerId: string): string {
  return sign(deps, 'unsubscribe', customerId);
}

/** The customer that such a token names; undefined for any other text. */
export function customerOfUnsubscribeToken(deps: Secrets, token: string): string | undefined {
  const [customerId = ''] = token.split('.');
  return isSigned(deps, 'unsubscribe', customerId, token) ? customerId : undefined;
}

/** How long the HTML of an example email can be opened, in milliseconds. */
const PREVIEW_AGE = 600_000;

/** The example of an email that a preview shows. */
export type EmailPreview = { kind: string; locale: Locale };

/** Where the HTML of an example email is: a frame sends no session, so that the path says what is shown, and is signed. */
export function emailPreviewPath(deps: Secrets, { kind, locale }: EmailPreview, now = Date.now()): string {
  return emailPreviewUrl(sign(deps, 'email preview', `${kind}.${locale}.${now + PREVIEW_AGE}`));
}

/** What the token of such a path says; undefined for any other text, and once it has expired. */
export function readEmailPreviewToken(deps: Secrets, token: string): EmailPreview | undefined {
  const [kind = '', locale = '', expiresAt = ''] = token.split('.');
  if (!isSigned(deps, 'email preview', `${kind}.${locale}.${expiresAt}`, token)) return undefined;
  return Number(expiresAt) > Date.now() && isLocale(locale) ? { kind, locale } : undefined;
}

/** The link in review invitations that ends them. */
export function unsubscribeUrl(
  deps: Secrets & Pick<Deps, 'publicUrl'>,
  { customerId, locale }: { customerId: string; locale: Locale },
): string {
  return deps.publicUrl + localizedPath(locale, unsubscribePath(unsubscribeToken(deps, customerId)));
}
