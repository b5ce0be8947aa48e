import type { Deps } from '../context.ts';

/** How long an answer to an email about a ticket is taken, in days since it was written. */
export const REPLY_DAYS = 180;
const DAY_MS = 86_400_000;

type Signing = Pick<Deps, 'authSecret' | 'config'>;

/**
 * The address that an answer to an email about a ticket goes to: the ticket's number and when it ends, signed; in lower case,
 * because mail servers may change that, and at most 64 characters before the `@`. None without a domain for it.
 */
export function ticketReplyAddress(deps: Signing, number: string, writtenAt: Date): string | undefined {
  const { inboundEmailDomain: domain } = deps.config;
  if (domain === undefined) return undefined;
  const days = Math.floor(writtenAt.getTime() / DAY_MS) + REPLY_DAYS;
  const text = `${number.toLowerCase()}.${days.toString(36)}`;
  return `reply+${text}.${signatureOf(deps.authSecret.hmac(signedText(text)))}@${domain}`;
}

/** The number of the ticket that an address belongs to; undefined for any other address, and one that has ended. */
export function ticketOfReplyAddress(deps: Signing, address: string, now = Date.now()): string | undefined {
  const [local = '', domain] = address.toLowerCase().split('@');
  if (domain !== deps.config.inboundEmailDomain) return undefined;
  const [, text, days, signature] = /^reply\+(t-\d{1,12}\.([0-9a-z]{1,5}))\.([0-9a-f]{32})$/.exec(local) ?? [];
  if (!text || !deps.authSecret.hasSigned(signature!, signedText(text), signatureOf)) return undefined;
  return Number.parseInt(days!, 36) * DAY_MS < now ? undefined : text.split('.')[0]!.toUpperCase();
}

function signedText(text: string): string {
  return `reply to ticket ${text}`;
}

function signatureOf(hmac: Buffer): string {
  return hmac.toString('hex').slice(0, 32);
}
