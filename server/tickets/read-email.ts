import PostalMime, { type Address, type Email } from 'postal-mime';
import { normalizeEmail } from '#contract/schemas.ts';
import { isAutomaticEmail, newTextOf } from '#domain/inbound-email.ts';
import { htmlToPlain, sanitizeHtml } from '../onix/rich-text.ts';
import { hashSecret } from '../secrets.ts';

/** What the shop takes of an email. */
export type InboundEmail = {
  /** The hash of its Message-ID, or of all of it where it has none. */
  hash: Buffer;
  /** In the contract's normalized form; undefined for one that we do not take. */
  from: string | undefined;
  /** Every address that it was sent to or delivered to. */
  recipients: readonly string[];
  isAutomatic: boolean;
  /** What is new in it, as plain text that the database can store. */
  text: string;
  /** The names of its attachments, which are not taken. Pictures inside the text are not named. */
  attachments: readonly string[];
};

const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 262_144, maxRfc822NestingDepth: 0 };
const DELIVERY_HEADERS = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to'];
const MAX_RECIPIENTS = 100;
const MAX_ATTACHMENTS = 20;
const MAX_HTML = 200_000;

/** Reads an email (RFC 5322, MIME); undefined for what is none. */
export async function readEmail(source: Uint8Array): Promise<InboundEmail | undefined> {
  const email = await PostalMime.parse(source, { ...LIMITS, rfc822Attachments: true }).catch(() => undefined);
  if (!email || email.headers.length === 0) return undefined;
  const from = addressesOf(email.from ? [email.from] : [])[0] ?? '';
  return {
    hash: hashSecret(email.messageId?.trim() || Buffer.from(source).toString('latin1')),
    from: normalizeEmail(from),
    recipients: recipientsOf(email),
    isAutomatic: isAutomaticEmail(email.headers, from),
    text: storableText(newTextOf(email.text ?? plainOf(email.html ?? ''))),
    attachments: email.attachments
      .filter(({ related }) => related !== true)
      .slice(0, MAX_ATTACHMENTS)
      .map(({ filename, mimeType }) => oneLine(filename ?? mimeType)),
  };
}

/** The words of an email that has no plain text; enough of it for what a message may have. */
function plainOf(html: string): string {
  return htmlToPlain(sanitizeHtml(html.slice(0, MAX_HTML)));
}

function recipientsOf({ to = [], cc = [], headers }: Email): string[] {
  const delivered = headers
    .filter(({ key }) => DELIVERY_HEADERS.includes(key))
    .flatMap(({ value }) => value.split(',').map((part) => part.replace(/^\s*<|>\s*$/g, '').trim()));
  return [...addressesOf([...to, ...cc]), ...delivered].slice(0, MAX_RECIPIENTS);
}

function addressesOf(addresses: readonly Address[]): string[] {
  return addresses
    .flatMap(({ address, group }) => group?.map((one) => one.address) ?? [address])
    .filter((one) => one !== undefined);
}

/** Without control characters other than line breaks and tabs, and without halves of surrogate pairs. */
function storableText(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trim();
}

function oneLine(name: string): string {
  return storableText(name)
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .slice(0, 100);
}
