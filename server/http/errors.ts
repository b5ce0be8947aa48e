import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { preferredLocale } from '#domain/locale.ts';
import { asDatabaseError } from '../db/connection.ts';
import { CONSTRAINTS } from '../db/constraints.ts';
import { Refusal } from '../refuse.ts';
import { sendProblem } from './problem.ts';

const FRAMEWORK: Record<string, ConstructorParameters<typeof Refusal>[0]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_BAD_URL: 'not_found',
  FST_UNDER_PRESSURE: 'busy',
};

/** Refusals whose cause an operator wants to see. */
const TOLD = new Set(['busy', 'provider_rejected', 'provider_unreachable', 'payment_unreachable', 'signature_invalid']);

/** Connections refused or lost, shutting down, statements and locks that took too long, rivals in each other's way. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  '55P03',
  '53300',
  '53100',
  '40001',
  '40P01',
]);

/** A page for a failed navigation, or nothing where the answer is a problem. */
export type FailurePage = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply> | undefined;

/** Installs the one place where errors become answers: listed refusals are told, everything else is logged only. */
export function handleErrors(app: FastifyInstance, failurePage: FailurePage = () => undefined): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal.code === 'internal') request.log.error({ err: error }, 'internal error');
    else if (TOLD.has(refusal.code)) request.log.warn({ err: error }, refusal.code);
    return (
      failurePage(error, request, reply) ??
      sendProblem(reply, refusal, preferredLocale(request.headers['accept-language']))
    );
  });
}

/** What a caller may know of an error. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const code = (error as { code?: string }).code;
  const known = code ? FRAMEWORK[code] : undefined;
  if (known) return new Refusal(known, known === 'busy' ? { retryAfter: 2 } : {});
  const constraint = asDatabaseError(error)?.constraint;
  const refused = constraint ? CONSTRAINTS[constraint] : undefined;
  if (refused) return new Refusal(...refused);
  if (isDatabaseAway(error)) return new Refusal('busy', { retryAfter: 2 });
  return new Refusal('internal');
}

function isDatabaseAway(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const { code = '', message = '' } = cause as { code?: string; message?: string };
  return (
    AWAY.has(code) || /timeout exceeded|Connection terminated|Query read timeout|pool after calling end/i.test(message)
  );
}
