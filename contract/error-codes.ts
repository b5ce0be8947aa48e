import type * as z from 'zod/mini';

/**
 * Every expected error: its code and HTTP status. Its message, in five languages, has the key `errors.<code>`. Any other
 * error is `internal`, is logged, and reveals no details.
 */
export const ERROR_CODES = {
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
  proof_required: 403,
  second_factor_required: 403,
  passkey_rejected: 422,
  code_required: 401,
  code_wrong: 422,
  second_step_on: 409,
  link_expired: 410,
  other_account: 409,
  coupon_unknown: 404,
  coupon_not_started: 409,
  coupon_expired: 409,
  coupon_used_up: 409,
  coupon_already_used: 409,
  coupon_not_applicable: 409,
  coupon_minimum_not_met: 409,
  price_changed: 409,
  out_of_stock: 409,
  too_many_unpaid_orders: 409,
  too_many_unpaid_copies: 409,
  postal_code_invalid: 422,
  idempotency_mismatch: 422,
  method_unavailable: 409,
  payment_unreachable: 503,
  signature_invalid: 400,
  too_late: 409,
  too_early: 409,
  edited_meanwhile: 409,
  code_taken: 409,
  embargoed: 409,
  awaiting_stock: 409,
  not_refundable: 409,
  refund_changed: 409,
  delivery_differs: 409,
  photo_invalid: 422,
  photo_too_large: 422,
  too_many: 409,
  purchase_required: 403,
  own_review: 409,
  zones_overlap: 409,
  list_hidden: 409,
  statement_unreadable: 422,
  underpaid: 409,
  upload_damaged: 422,
  disk_full: 409,
  correction_invalid: 422,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** One mistake in what was sent: the path as `address.zip` or `items.0.qty`. */
export type FieldError = { path: string; message: string };

/** The body of every error response (RFC 9457), as `application/problem+json`. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  errors?: FieldError[];
  /** With `price_changed`: the server's figures. */
  cart?: { total: number; discount: number; proDis: number; shippingCost: number; gift_wrap?: number; payable: number };
  /**
   * With `out_of_stock`: the stock left of each unavailable line. With `too_many_unpaid_copies`: how many copies of
   * each line can be kept for an unpaid order, where that is fewer than were wanted.
   */
  lines?: { id: number; vid: number; available: number }[];
};

/** Why a field is invalid: a message key below `common.fields`, with its values. */
export type FieldIssue = { path: string; key: FieldMessageKey; values?: { limit?: number } };

const FIELD_MESSAGES = [
  'invalid',
  'required',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'too_few',
  'too_many',
  'email',
  'username',
  'username_taken',
  'password_short',
  'password_long',
  'password_common',
  'password_own',
  'password_wrong',
  'password_mismatch',
  'phone',
  'postal_code',
  'plain_text',
  'one_line',
  'two_decimals',
  'https',
] as const;
export type FieldMessageKey = (typeof FIELD_MESSAGES)[number];

type ZodIssue = z.core.$ZodIssue;

/** Every mistake that a shape found, each with its path (`address.zip`); of a union's branches the last one's. */
export function fieldIssues(issues: readonly ZodIssue[], at: readonly PropertyKey[] = []): FieldIssue[] {
  return issues.flatMap((issue) => {
    const path = [...at, ...issue.path];
    const branch = issue.code === 'invalid_union' ? issue.errors.at(-1) : undefined;
    if (branch && branch.length > 0) return fieldIssues(branch, path);
    return [{ path: path.map(String).join('.'), ...fieldIssue(issue) }];
  });
}

function fieldIssue(issue: ZodIssue): Omit<FieldIssue, 'path'> {
  const named = FIELD_MESSAGES.find((key) => key === issue.message);
  if (named) return { key: named };
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return { key: TOO_BIG[issue.origin] ?? 'too_big', values: { limit: Number(issue.maximum) } };
    default:
      return { key: 'invalid' };
  }
}

const TOO_BIG: Record<string, FieldMessageKey> = { string: 'too_long', array: 'too_many' };

function tooSmall(origin: string, limit: number): Omit<FieldIssue, 'path'> {
  if (origin === 'string') return limit <= 1 ? { key: 'required' } : { key: 'too_short', values: { limit } };
  return { key: origin === 'array' ? 'too_few' : 'too_small', values: { limit } };
}
