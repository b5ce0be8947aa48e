import type * as z from 'zod/mini';
import type { RefusalCode } from './refusals.ts';

type Shape = z.core.$ZodType;

/**
 * One call of the shop. `access`: `guest` takes a bearer but needs none (a bad one is refused all the same),
 * `customer` needs one. `limit` names the rate class. `answers` is the status of success; 204 has no body.
 * `takesKey`: a repetition with the same `Idempotency-Key` is answered as the first call was.
 * `takesBytes`: what is signed is not parsed on the way; the handler gets the body as it came.
 * `produces` is the media type of an answer that is no JSON and stands in the place of `answer`: a file, whose content
 * the handler returns, or a stream, which it writes itself.
 * `refusals` lists what this call gives beyond what every call may (see `openapi.ts`).
 */
export type Endpoint = {
  method: 'GET' | 'POST';
  path: `/${string}`;
  summary: string;
  tag: Tag;
  access: 'guest' | 'customer';
  limit: RateClass;
  params?: Shape;
  query?: Shape;
  body?: Shape;
  takesKey?: true;
  takesBytes?: true;
  answer?: Shape;
  produces?: string;
  answers: 200 | 201 | 204;
  refusals: readonly RefusalCode[];
};

export type Tag = 'Sessions' | 'Shop' | 'Checkout' | 'Orders' | 'Account' | 'Tickets';

/** Which counter of `server/http/limits.ts` a call counts on. */
export type RateClass =
  | 'none'
  | 'browse'
  | 'sign-in'
  | 'register'
  | 'mail-link'
  | 'forgot-password'
  | 'refresh'
  | 'coupon'
  | 'order'
  | 'receipt'
  | 'write';

/** Declares a call and keeps its literal types. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

type In<S> = S extends Shape ? z.input<S> : undefined;
type Out<S> = S extends Shape ? z.output<S> : undefined;
type Part<E, K extends PropertyKey> = K extends keyof E ? E[K] : undefined;

/** What a caller sends as body, query, params. */
export type BodyOf<E> = In<Part<E, 'body'>>;
export type QueryOf<E> = In<Part<E, 'query'>>;
export type ParamsOf<E> = In<Part<E, 'params'>>;
/** What a handler gets after parsing. */
export type ParsedOf<E> = {
  body: Part<E, 'takesBytes'> extends true ? Uint8Array : Out<Part<E, 'body'>>;
  query: Out<Part<E, 'query'>>;
  params: Out<Part<E, 'params'>>;
};
/** What comes back on success: a value, a file's content where the call `produces` one, or nothing. */
export type AnswerOf<E> =
  Part<E, 'produces'> extends string
    ? string | Uint8Array
    : Part<E, 'answer'> extends Shape
      ? z.output<Part<E, 'answer'>>
      : void;
