import type * as z from 'zod/mini';
import type { ErrorCode } from './error-codes.ts';
import { BROWSER_ROUTES, OTHER_ROUTES, splitRoute, type EndpointName } from './routes.ts';
import type { Permission } from '#domain/staff.ts';
import { ADMIN_ROUTES } from './admin-routes.ts';
import { LIST_ROUTES } from './list-routes.ts';
import { PICTURE_ROUTES } from './picture-routes.ts';
import type { Priority } from './priority.ts';
import { REVIEW_ROUTES } from './review-routes.ts';
import { SECURITY_ROUTES } from './security-routes.ts';

type Schema = z.core.$ZodType;

/** One endpoint of the HTTP API. */
export type Endpoint = {
  method: 'GET' | 'POST';
  path: `/${string}`;
  /** A sentence for the OpenAPI document. */
  summary: string;
  tag: Tag;
  /**
   * `customer` needs a bearer token, `guest` accepts one; an invalid one is an error in both. To whoever is not `staff` with
   * the permission the endpoint does not exist.
   */
  access: 'guest' | 'customer' | 'staff';
  /** With `staff`: what their role has to permit; without it any role does. */
  permission?: Permission;
  rateLimit: RateClass;
  /** How long it is answered in an overload, where that does not follow from the rest; see {@link priorityOf}. */
  priority?: Priority;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  /** Refused with `proof_required` where the customer's last proof of identity is older than `PROOF_MINUTES`. */
  needsProof?: true;
  /** A request that is repeated with the same `Idempotency-Key` gets the first one's response. */
  acceptsIdempotencyKey?: true;
  /** The handler gets the body's bytes unparsed, to check a signature of them. */
  rawBody?: true;
  /** In the place of `body`: a file of any type, a picture or a piece of one, of so many bytes at most. */
  upload?: number;
  /** In the place of `body`: an email as it came, of so many bytes at most. The handler reads it once it knows who sends it. */
  message?: number;
  /** The JSON of success; nothing that it does not list is sent. */
  response?: Schema;
  /** In the place of `response`: the media type of a file, whose content the handler returns, or of a stream. */
  contentType?: string;
  /** The HTTP status of success; 204 has no body. */
  status: 200 | 201 | 204;
  /** The error codes of this endpoint, besides those that follow from the rest; see {@link declaredErrors}. */
  errors: readonly ErrorCode[];
};

const ROUTES = {
  ...BROWSER_ROUTES,
  ...LIST_ROUTES,
  ...PICTURE_ROUTES,
  ...REVIEW_ROUTES,
  ...SECURITY_ROUTES,
  ...ADMIN_ROUTES,
  ...OTHER_ROUTES,
};

export type Tag = 'Sessions' | 'Shop' | 'Checkout' | 'Orders' | 'Account' | 'Tickets' | 'Reviews' | 'Back office';

/** Which counter of `server/limits.ts` a call counts on. */
export type RateClass =
  | 'none'
  | 'browse'
  | 'sign-in'
  | 'passkey'
  | 'register'
  | 'mail-link'
  | 'inbound-email'
  | 'forgot-password'
  | 'refresh'
  | 'coupon'
  | 'order'
  | 'receipt'
  | 'read'
  | 'export'
  | 'write'
  | 'report'
  | 'upload';

/** Declares the endpoint of a route and keeps its literal types. */
export function endpoint<const E extends Omit<Endpoint, 'method' | 'path'>>(name: EndpointName, declared: E) {
  return { ...splitRoute(ROUTES[name]), ...declared };
}

const COMMON_ERRORS: readonly ErrorCode[] = ['malformed', 'token_invalid', 'too_many_requests', 'busy', 'internal'];
const POST_ERRORS: readonly ErrorCode[] = ['unsupported_media_type', 'too_large', 'foreign_origin'];

/** Every error code that an endpoint may answer with. */
export function declaredErrors({
  method,
  access,
  needsProof,
  params,
  query,
  body,
  errors,
}: Endpoint): ReadonlySet<ErrorCode> {
  return new Set<ErrorCode>([
    ...(access === 'guest' ? [] : (['token_missing'] as const)),
    ...(access === 'staff' ? (['not_found', 'second_factor_required'] as const) : []),
    ...(needsProof ? (['proof_required'] as const) : []),
    ...(method === 'POST' ? POST_ERRORS : []),
    ...(params || query || body ? (['invalid'] as const) : []),
    ...errors,
    ...COMMON_ERRORS,
  ]);
}

const PRIORITY_OF_TAG: Record<Tag, Priority> = {
  Shop: 'browse',
  Reviews: 'browse',
  Account: 'account',
  Orders: 'account',
  Tickets: 'account',
  'Back office': 'staff',
  Sessions: 'sign-in',
  Checkout: 'checkout',
};

/** What an endpoint says of itself, else what follows from its rate limit, its access and its tag. */
export function priorityOf({ priority, rateLimit, access, tag }: Endpoint): Priority {
  if (priority) return priority;
  if (rateLimit === 'export') return 'optional';
  return access === 'staff' ? 'staff' : PRIORITY_OF_TAG[tag];
}

type In<S> = S extends Schema ? z.input<S> : undefined;
type Out<S> = S extends Schema ? z.output<S> : undefined;
type Part<E, K extends PropertyKey> = K extends keyof E ? E[K] : undefined;

/** What a caller sends as body, query, params. */
export type BodyOf<E> = In<Part<E, 'body'>>;
export type QueryOf<E> = In<Part<E, 'query'>>;
export type ParamsOf<E> = In<Part<E, 'params'>>;
/** What a handler gets after parsing. */
export type ParsedOf<E> = {
  body: E extends { message: number }
    ? () => Promise<Uint8Array>
    : E extends { rawBody: true } | { upload: number }
      ? Uint8Array
      : Out<Part<E, 'body'>>;
  query: Out<Part<E, 'query'>>;
  params: Out<Part<E, 'params'>>;
};
/** What comes back on success: a value, a file's content, or nothing. */
export type ResponseOf<E> =
  Part<E, 'contentType'> extends string
    ? string | Uint8Array
    : Part<E, 'response'> extends Schema
      ? z.output<Part<E, 'response'>>
      : void;
