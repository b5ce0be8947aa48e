import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import { REFUSALS, type Problem } from '#contract/refusals.ts';
import type { Locale } from '#domain/locale.ts';
import type { Refusal } from '../refuse.ts';
import { refusalSentence } from '../words.ts';

/** Answers a refusal as `application/problem+json`, in the caller's language. */
export function sendProblem(reply: FastifyReply, refusal: Refusal, locale: Locale): FastifyReply {
  const { code, details } = refusal;
  const { retryAfter, errors, ...rest } = details;
  const status = REFUSALS[code];
  const problem: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: refusalSentence(locale, code, retryAfter),
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
