import * as z from 'zod/mini';
import { MAX_ID, MAX_QTY } from '#domain/pricing/cart.ts';
import { LOCALES } from '#domain/locale.ts';
import { isWholeSen } from '#domain/money.ts';
import { parsePhone } from '#domain/phone.ts';

/** How many values one filter may have. */
export const MAX_FILTER_VALUES = 10;

/** A message of a check is a key below `common.fields`. */
const requiredText = (max: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.refine(isPlainText, 'plain_text'));

/** Text without control characters (C0 and C1) other than line breaks and tabs, and without lone surrogates. */
function isPlainText(value: string): boolean {
  // oxlint-disable-next-line no-control-regex -- naming the control characters is the point
  return !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/.test(value) && value.isWellFormed();
}

function isOneLine(value: string): boolean {
  return !/[\r\n\t\u2028\u2029]/.test(value);
}

/** One line: no line breaks either, so that nothing can grow a header or a second line. */
export const line = (max: number) => requiredText(max).check(z.refine(isOneLine, 'one_line'));
export const paragraphs = (max: number) => requiredText(max);
/** Some sentences that may be left out: an empty text is one. */
export const optionalText = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max), z.refine(isPlainText, 'plain_text'));

/** A single line that may be empty. */
export const optionalLine = (max: number) => optionalText(max).check(z.refine(isOneLine, 'one_line'));

/** How often a row was changed, as whoever changes it saw it. */
export const rowVersion = z.int().check(z.minimum(0), z.maximum(2_147_483_647));

/** RM with at most two decimals, never negative. */
export const ringgit = z.number().check(z.minimum(0), z.maximum(1e13), z.refine(isWholeSen, 'two_decimals'));
/** Delivery in RM; −1 says that there is none. */
export const deliveryCost = z.union([z.literal(-1), ringgit]);
/** A ledger amount in RM; a refund's is negative. */
export const signedRinggit = z.number();

export const productId = z.int().check(z.minimum(1), z.maximum(MAX_ID));
export const variantId = productId;
/** A title as what belongs to it names it; without `slug` it is no longer in the shop. */
export const namedProduct = z.object({
  id: productId,
  title: z.string(),
  language: z.string(),
  slug: z.nullable(z.string()),
});
export const quantity = z.int().check(z.minimum(1), z.maximum(MAX_QTY));
/** The id that nothing has. */
const NO_ID = '00000000-0000-0000-0000-000000000000';
/** An id that cannot be guessed (UUIDv7). Another text names nothing: it is read as {@link NO_ID} and not found. */
export const opaqueId = z.pipe(
  z.string().check(z.minLength(1), z.maxLength(64)),
  z.transform((text) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : NO_ID)),
);
export const secretToken = z.string().check(z.minLength(16), z.maxLength(128));
export const timestamp = z.iso.datetime();
/** A calendar day, `2026-11-21`. */
export const day = z.iso.date().check(z.refine((text) => text >= '1900', 'invalid'));
export const locale = z.enum(LOCALES);
/** The body of endpoints that act on one row. */
export const byId = z.object({ id: opaqueId });
/** An id in a response, and the response that names only what was saved. */
export const resourceId = z.uuid();
export const savedResource = z.object({ id: resourceId });

/** One address (security page, 77); what comes out is written as {@link normalizeEmail} writes it. */
export const emailAddress = z.pipe(
  z.string().check(
    z.trim(),
    z.maxLength(254),
    z.refine((text) => normalizeEmail(text) !== undefined, 'email'),
  ),
  z.transform((text) => normalizeEmail(text)!),
);

/** A phone number; what comes out is E.164. */
export const phone = z.pipe(
  z.pipe(line(30), z.string().check(z.refine((text) => parsePhone(text) !== undefined, 'phone'))),
  z.transform((text) => parsePhone(text)!),
);

export const page = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1);
export const limit = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 10);
/** A filter that may be given once or repeated for OR. */
export const repeatable = z.optional(
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? [value] : value)),
    z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(MAX_FILTER_VALUES)),
  ),
);

/** One page of rows: past the end `rows` is empty and `total` true. */
export const pageOf = <Row extends z.core.$ZodType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.int(), page: z.int() });

/** Node and browsers have it alike; what of it is needed here: it writes a domain in ASCII. */
declare const URL: { parse(url: string): { hostname: string } | null };

const MAX_EMAIL_LENGTH = 254;
const LOCAL_PART = /^[^\s@"(),:;<>[\]\\\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]{1,64}$/u;
const DOMAIN = /^([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/;

/**
 * The canonical form of an email address, in which it is stored, compared and used: in lower case, with plain
 * letters for full-width and other variants of them (NFKC), its domain in ASCII. Undefined if it is not an address that
 * we take. Strict on purpose: one `@`, no quotes, comments, spaces or invisible characters, a dot in the domain.
 */
export function normalizeEmail(text: string): string | undefined {
  const [local = '', domain = '', ...more] = normalizeText(text).split('@');
  const host = /^[^\s/?#%\\:@[\]\p{C}\p{Default_Ignorable_Code_Point}]+$/u.test(domain) ? asciiDomain(domain) : '';
  const address = `${local}@${host}`;
  const isValid =
    more.length === 0 && LOCAL_PART.test(local) && DOMAIN.test(host) && address.length <= MAX_EMAIL_LENGTH;
  return isValid ? address : undefined;
}

/** Invisible marks that a copied address brings along at its ends are no part of it. */
function normalizeText(text: string): string {
  const plain = text
    .slice(0, 2 * MAX_EMAIL_LENGTH)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC');
  return plain.replace(/^[\s\p{Cf}]+/u, '').replace(/[\s\p{Cf}]+$/u, '');
}

function asciiDomain(domain: string): string {
  return URL.parse(`https://${domain}/`)?.hostname ?? '';
}
