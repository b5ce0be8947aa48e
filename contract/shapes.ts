import * as z from 'zod/mini';
import { MAX_QTY } from '#domain/cart.ts';
import { LOCALES } from '#domain/locale.ts';
import { isWholeSen } from '#domain/money.ts';
import { parsePostalCode, isPostalCodeValid } from '#domain/postal-code.ts';

/** A message of a check is a key below `common.fields`. */
const text = (max: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.refine(isPlainText, 'plain_text'));

/** Text without control characters other than line breaks and tabs, and without lone surrogates. */
function isPlainText(value: string): boolean {
  // oxlint-disable-next-line no-control-regex -- naming the control characters is the point
  return !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/.test(value) && value.isWellFormed();
}

/** One line: no line breaks either, so that nothing can grow a header or a second line. */
export const line = (max: number) => text(max).check(z.refine((value) => !/[\r\n\t]/.test(value), 'one_line'));
export const paragraphs = (max: number) => text(max);
/** Some sentences that may be left out: an empty text is one. */
export const remark = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max), z.refine(isPlainText, 'plain_text'));

/** RM with at most two decimals, never negative. */
export const ringgit = z.number().check(z.minimum(0), z.maximum(1e13), z.refine(isWholeSen, 'two_decimals'));
/** Delivery in RM; −1 says that there is none. */
export const deliveryCost = z.union([z.literal(-1), ringgit]);
/** A ledger amount in RM; a refund's is negative. */
export const signedRinggit = z.number();

export const productId = z.int().check(z.minimum(1), z.maximum(2_147_483_647));
export const variantId = productId;
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
/** `{id}`-only bodies of the calls that act on one thing. */
export const byId = z.object({ id: opaqueId });

/** Strict on purpose: one `@`, no quotes, no comments, no spaces, a dot in the domain (security page, 77). */
export const emailAddress = z
  .string()
  .check(
    z.trim(),
    z.maxLength(254),
    z.regex(/^[^\s@"(),:;<>[\]\\\p{Cc}]{1,64}@[a-z0-9\u00a1-\uffff-]+(\.[a-z0-9\u00a1-\uffff-]+)+$/iu, 'email'),
  );

/** Five digits as text (a JSON number is taken too), within a delivery zone. */
export const zip = z.pipe(
  z.pipe(
    z.union([z.string().check(z.maxLength(32)), z.int()]),
    z.transform((value) => parsePostalCode(String(value)) ?? String(value)),
  ),
  z.string().check(z.refine(isPostalCodeValid, 'postal_code')),
);

/** What a delivery needs to know. Malaysia only: the zones are Malaysian. */
export const addressFields = z.object({
  name: line(100),
  phone: line(30),
  line1: line(120),
  line2: z.optional(
    z.nullable(
      z.string().check(
        z.trim(),
        z.maxLength(120),
        z.refine((value) => !/[\r\n\t]/.test(value), 'one_line'),
      ),
    ),
  ),
  city: line(80),
  state: line(60),
  zip,
  country: z._default(z.literal('MY'), 'MY'),
});

export const page = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1);
export const limit = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 10);
/** A filter that may be given once or repeated for OR. */
export const repeatable = z.optional(
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? [value] : value)),
    z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(50)),
  ),
);

/** One page of rows: past the end `rows` is empty and `total` true. */
export const pageOf = <Row extends z.core.$ZodType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.int(), page: z.int() });
