import type { FieldError, Problem, RefusalCode } from '#contract/refusals.ts';

export type RefusalDetails = Pick<Problem, 'cart' | 'lines'> & {
  errors?: readonly FieldError[];
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
};

/** A listed refusal on its way to the caller; the transaction around it rolls back. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: RefusalDetails;
  constructor(code: RefusalCode, details: RefusalDetails = {}, cause?: unknown) {
    super(code, { cause });
    this.code = code;
    this.details = details;
  }
}

/** Ends a command with a listed refusal; `cause` is for the log. */
export function refuse(code: RefusalCode, details: RefusalDetails = {}, cause?: unknown): never {
  throw new Refusal(code, details, cause);
}

/** The value, or the refusal `not_found`: somebody else's thing and one that is not there look alike. */
export function required<T>(value: T | undefined | null): T {
  return value ?? refuse('not_found');
}
