import type { FastifyReply } from 'fastify';

const policy = (connectTo: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectTo].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types bookshop',
    'report-to csp',
  ].join('; ');

type Page = {
  isSecure: boolean;
  /** Other origins that the page's scripts may call. */
  connectTo?: readonly string[];
};

/** The headers of every HTML answer, errors included. */
export function htmlHeaders(reply: FastifyReply, { isSecure, connectTo = [] }: Page): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', policy(connectTo))
    .header('Reporting-Endpoints', 'csp="/api/csp-reports"')
    .headers(isSecure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {});
}

/** The headers of every answer. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const;
