import * as z from 'zod/mini';
import {
  line,
  locale,
  optionalLine,
  optionalText,
  paragraphs,
  productId,
  quantity,
  opaqueId,
  phone,
} from './schemas.ts';
import { isPostalCodeValid, parsePostalCode, type Zones } from '#domain/shipping.ts';
import { MAX_LINES } from '#domain/pricing/cart.ts';
import { REFUND_REASONS } from '#domain/orders/refund-reasons.ts';
import { TICKET_CATEGORIES, MAX_STARRED_PAGES } from './options.ts';

export const photoURL = z.string().check(z.maxLength(500), z.regex(/^https:\/\/[^\s"'<>\\]+$/, 'https'));

export const saveProfileBody = z.object({
  displayName: z.optional(line(100)),
  photoURL: z.optional(z.nullable(photoURL)),
  phone: z.optional(z.nullable(z.union([z.literal(''), phone]))),
  locale: z.optional(locale),
  theme: z.optional(z.enum(['light', 'dark', 'system'])),
  userRole: z.optional(z.enum(['admin', 'editor'])),
  reviewInvitations: z.optional(z.boolean()),
  starred: z.optional(
    z.array(z.string().check(z.maxLength(200), z.regex(/^\/[a-z0-9/-]*$/))).check(z.maxLength(MAX_STARRED_PAGES)),
  ),
});

/** Five digits as text (a JSON number is taken too). Whether we deliver there depends on the zones. */
export const zip = z.pipe(
  z.pipe(
    z.union([z.string().check(z.maxLength(32)), z.int()]),
    z.transform((value) => parsePostalCode(String(value)) ?? ''),
  ),
  z.string().check(z.refine((code) => code !== '', 'postal_code')),
);

/** A delivery address; in Malaysia only, like the zones. */
export const addressFields = z.object({
  name: line(100),
  phone,
  line1: line(120),
  line2: z.optional(z.nullable(optionalLine(120))),
  city: line(80),
  state: line(60),
  zip,
  country: z._default(z.literal('MY'), 'MY'),
});

/** What an order may carry beside its books: words for who receives it, for the shop, and for the receipt. */
export const orderExtras = {
  gift_message: z.optional(z.nullable(optionalText(300))),
  note: z.optional(z.nullable(optionalText(500))),
  company: z.optional(z.nullable(optionalLine(100))),
  tax_number: z.optional(z.nullable(optionalLine(30))),
};

/** A postal code that we deliver to (the `zippy` rule); until the zones are known, any. */
export function servedZip(zones: Zones | undefined) {
  const isServed = (code: string) => zones === undefined || isPostalCodeValid(zones, code);
  return z.pipe(zip, z.string().check(z.refine(isServed, 'postal_code')));
}

export type AddressFields = z.output<typeof addressFields>;

export const saveAddressBody = z.extend(addressFields, { id: z.optional(opaqueId) });

export const requestRefundBody = z.object({
  id: opaqueId,
  reason: z.enum(REFUND_REASONS, 'required'),
  note: z.optional(z.nullable(optionalText(2000))),
  items: z.optional(z.array(z.object({ id: opaqueId, qty: quantity })).check(z.minLength(1), z.maxLength(MAX_LINES))),
});

/** What either side writes: at most 10,000 characters. */
export const ticketMessage = paragraphs(10_000);

/** A page of this site, by its path: never another site's. */
const ownPath = z.string().check(z.maxLength(300), z.regex(/^\/(?!\/)[\w\-.~%!$&'()*+,;=:@/?]*$/));

/** A further message in a ticket. */
export const newReply = z.object({ parent: opaqueId, message: ticketMessage });

export type NewReply = z.output<typeof newReply>;

/** A ticket with its first message, and what it was opened from: an own order, a title in the shop, a page. */
export const newTicket = z.object({
  subject: line(150),
  message: ticketMessage,
  category: z._default(z.enum(TICKET_CATEGORIES), 'other'),
  order_id: z.optional(z.nullable(opaqueId)),
  product_id: z.optional(z.nullable(productId)),
  page: z.optional(z.nullable(ownPath)),
});

export type NewTicket = z.output<typeof newTicket>;

/** A rejected form: its input, the errors of its fields, or why it cannot be accepted now. */
export type FormState = {
  values: Record<string, string>;
  errors: Record<string, string>;
  error?: string;
};
