/**
 * Every refusal that the shop gives: its code and HTTP status. The sentence for each, in five languages, is the
 * message key `refusals.<code>`. Whatever else goes wrong is `internal`, is logged, and says nothing.
 */
export const REFUSALS = {
  malformed: 400,
  unsupported_media_type: 415,
  too_large: 413,
  invalid: 422,
  not_found: 404,
  token_missing: 401,
  token_invalid: 401,
  foreign_origin: 403,
  too_many_attempts: 429,
  too_many_requests: 429,
  busy: 503,
  internal: 500,
  wrong_credentials: 401,
  not_activated: 403,
  session_ended: 401,
  provider_rejected: 401,
  provider_unreachable: 503,
  email_taken: 409,
  link_expired: 410,
  coupon_unknown: 404,
  coupon_not_started: 409,
  coupon_expired: 409,
  coupon_used_up: 409,
  coupon_already_used: 409,
  coupon_not_applicable: 409,
  coupon_minimum_not_met: 409,
  price_changed: 409,
  out_of_stock: 409,
  postal_code_invalid: 422,
  idempotency_mismatch: 422,
  method_unavailable: 409,
  payment_unreachable: 503,
  signature_invalid: 400,
  too_late: 409,
  not_refundable: 409,
  too_many: 409,
} as const;

export type RefusalCode = keyof typeof REFUSALS;

/** One mistake in what was sent: the path as `address.zip` or `items.0.qty`. */
export type FieldError = { path: string; message: string };

/** The body of every refusal (RFC 9457), as `application/problem+json`. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: RefusalCode;
  errors?: FieldError[];
  /** With `price_changed`: the server's figures. */
  cart?: { total: number; discount: number; proDis: number; shippingCost: number; payable: number };
  /** With `out_of_stock`: what is left of each line that cannot be had. */
  lines?: { id: number; vid: number; available: number }[];
};
