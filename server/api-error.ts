import type { FieldError, Problem, ErrorCode, FieldMessageKey } from '#contract/error-codes.ts';
import type { Locale } from '#domain/locale.ts';
import { fieldErrorMessage } from './translations.ts';

export type ApiErrorDetails = Pick<Problem, 'cart' | 'lines'> & {
  errors?: readonly FieldError[];
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
};

/** An expected error with a listed code; the transaction around it rolls back. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ApiErrorDetails;
  constructor(code: ErrorCode, details: ApiErrorDetails = {}, cause?: unknown) {
    super(code, { cause });
    this.code = code;
    this.details = details;
  }
}

/** Throws an expected error; `cause` is for the log. */
export function throwApiError(code: ErrorCode, details: ApiErrorDetails = {}, cause?: unknown): never {
  throw new ApiError(code, details, cause);
}

/** The value, or throws `not_found`: another customer's row and one that does not exist look alike. */
export function requireFound<T>(value: T | undefined | null): T {
  return value ?? throwApiError('not_found');
}

/** Ends a command because of one field of what was sent, in the caller's language. */
export function throwFieldError(locale: Locale, path: string, key: FieldMessageKey): never {
  return throwApiError('invalid', { errors: [{ path, message: fieldErrorMessage(locale, { path, key }) }] });
}
