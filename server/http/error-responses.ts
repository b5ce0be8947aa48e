import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, ERROR_CODES, type Problem } from '#contract/error-codes.ts';
import { preferredLocale, type Locale } from '#domain/locale.ts';
import { asDatabaseError } from '../db/connection.ts';
import { ApiError, type ApiErrorDetails } from '../api-error.ts';
import { STATUS_CODES } from 'node:http';
import { ShedError } from './load-shedding.ts';
import { errorMessage } from '../translations.ts';

const FASTIFY_ERRORS: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_BAD_URL: 'not_found',
};

/** Error codes of the framework and its plugins for a request that cannot be handled, by status. */
const STATUS_ERRORS: Partial<Record<number, ErrorCode>> = {
  403: 'not_found',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
  416: 'malformed',
};

/** Errors whose cause is logged for the operator. */
const LOGGED_ERRORS = new Set([
  'busy',
  'provider_rejected',
  'provider_unreachable',
  'payment_unreachable',
  'signature_invalid',
]);

/** Connections constraintError or lost, shutting down, a server that only reads since a failover, statements and locks that took too long, rivals in each other's way. */
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  '25006',
  '25P03',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '57014',
  '55P03',
  '53300',
  '53100',
  '40001',
  '40P01',
]);
/** SQLSTATE class 08: failures of the connection, which connection poolers between us and PostgreSQL report too. */
const CONNECTION_FAILURE = /^08[0-9A-Z]{3}$/;
/** Messages of node-postgres' errors that have no code. */
const UNAVAILABLE_MESSAGE =
  /timeout exceeded|timeout expired|Connection terminated|Query read timeout|pool after calling end|not queryable/i;

/** A page for a failed navigation, or nothing where the response is a problem. */
export type ErrorPage = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply> | undefined;

/** Installs the one place where errors become responses: a listed error is sent, everything else is only logged. */
export function registerErrorHandler(app: FastifyInstance, errorPage: ErrorPage = () => undefined): void {
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    const apiError = toApiError(error);
    if (apiError.code === 'internal') request.log.error({ err: error }, 'internal error');
    else if (LOGGED_ERRORS.has(apiError.code) && !(error instanceof ShedError))
      request.log.warn({ err: error }, apiError.code);
    return (
      errorPage(error, request, reply) ??
      sendProblem(reply, apiError, preferredLocale(request.headers['accept-language']))
    );
  });
}

/** What a client may know of an error. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const code = (error as { code?: string }).code;
  const known = code ? FASTIFY_ERRORS[code] : undefined;
  if (known) return new ApiError(known);
  const requestError = requestErrorCode(error);
  if (requestError) return new ApiError(requestError, {}, error);
  const constraint = asDatabaseError(error)?.constraint;
  const constraintError = constraint ? CONSTRAINT_ERRORS[constraint] : undefined;
  if (constraintError) return new ApiError(...constraintError);
  if (isDatabaseUnavailable(error)) return new ApiError('busy', { retryAfter: 2 });
  return new ApiError('internal');
}

/** The error of the framework or of a plugin (others have statuses too, of responses to us), or of an aborted body. */
function requestErrorCode(error: unknown): ErrorCode | undefined {
  const { statusCode = 500, code = '', message } = error as { statusCode?: number; code?: string; message?: string };
  const isOfRequest = code.startsWith('FST_') || 'expose' in Object(error) || message === 'aborted';
  return isOfRequest && statusCode < 500 ? (STATUS_ERRORS[statusCode] ?? 'malformed') : undefined;
}

function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', message, cause } = error as Error & { code?: string };
  return (
    UNAVAILABLE_CODES.has(code) ||
    CONNECTION_FAILURE.test(code) ||
    UNAVAILABLE_MESSAGE.test(message) ||
    isDatabaseUnavailable(cause)
  );
}

/** Sends an error as `application/problem+json`, in the client's language. */
export function sendProblem(reply: FastifyReply, apiError: ApiError, locale: Locale): FastifyReply {
  const { code, details } = apiError;
  const { retryAfter, errors, ...rest } = details;
  const status = ERROR_CODES[code];
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: errorMessage(locale, code, retryAfter),
    code,
    ...(errors && { errors: [...errors] }),
    ...rest,
  };
  if (retryAfter !== undefined) void reply.header('Retry-After', String(retryAfter));
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .header('Content-Language', locale)
    .type('application/problem+json')
    .send(JSON.stringify(problem));
}

/** What a violated constraint means to the client. A constraint that is not listed is a bug. */
export const CONSTRAINT_ERRORS: Readonly<Record<string, [ErrorCode, ApiErrorDetails]>> = {
  variant_stock_not_negative: ['out_of_stock', {}],
  customer_email: ['email_taken', {}],
  customer_username: ['invalid', {}],
  coupon_within_max_uses: ['coupon_used_up', {}],
};
