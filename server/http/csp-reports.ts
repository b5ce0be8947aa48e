import type { FastifyInstance } from 'fastify';
import type { Deps } from '../context.ts';
import { rateLimitSubject } from '../limits.ts';
import { withoutPersonalData } from '../without-personal-data.ts';

/** Of one batch of a browser, so many are written. */
const MOST = 10;

/** Writes what browsers report of blocked content to the log: what was blocked by which directive, not on whose page. */
export async function registerCspReports(app: FastifyInstance, { consumeRateLimit }: Deps): Promise<void> {
  await app.register(async (reports) => {
    reports.addContentTypeParser(
      ['application/reports+json', 'application/csp-report'],
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    );
    reports.post('/api/csp-reports', async (request, reply) => {
      await consumeRateLimit('report', rateLimitSubject(request.ip));
      for (const blocked of readReports(request.body))
        request.log.warn(blocked, 'blocked by the content security policy');
      return reply.code(204).send();
    });
  });
}

type Blocked = { directive: string; blocked: string; source: string; line: number | undefined };

/** The reports of a body in both formats, that of the Reporting API and the older one; none of what is neither. */
function readReports(body: unknown): Blocked[] {
  const parsed = typeof body === 'string' ? parse(body) : body;
  return [parsed].flat().slice(0, MOST).flatMap(describeReport);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeReport(report: unknown): Blocked[] {
  const { body, 'csp-report': older } = Object(report) as Record<string, unknown>;
  const facts = Object(body ?? older) as Record<string, unknown>;
  const directive = facts.effectiveDirective ?? facts['effective-directive'] ?? facts['violated-directive'];
  if (typeof directive !== 'string') return [];
  const line = facts.lineNumber ?? facts['line-number'];
  return [
    {
      directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? '…',
      blocked: blockedOrigin(String(facts.blockedURL ?? facts['blocked-uri'] ?? '')),
      source: withoutPersonalData(String(facts.sourceFile ?? facts['source-file'] ?? '').slice(0, 300)),
      line: typeof line === 'number' ? line : undefined,
    },
  ];
}

/** The origin of an address, or a word such as `inline`. */
function blockedOrigin(blocked: string): string {
  const origin = URL.parse(blocked)?.origin;
  if (origin !== undefined && origin !== 'null') return origin.slice(0, 200);
  return /^[a-z-]{1,40}/.exec(blocked)?.[0] ?? '…';
}
