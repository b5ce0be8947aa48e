import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../context.ts';
import { hashSecret } from '../secrets.ts';
import { isIP } from 'node:net';

type PolicyParts = { connectTo: readonly string[]; trustedTypes: readonly string[]; hasFrames: boolean };

const contentSecurityPolicy = ({ connectTo, trustedTypes, hasFrames }: PolicyParts) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectTo].join(' '),
    "manifest-src 'self'",
    ...(hasFrames ? ["frame-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    ['trusted-types bookshop', ...trustedTypes].join(' '),
    'report-to csp',
  ].join('; ');

type HtmlHeaderOptions = {
  /** The value of Strict-Transport-Security, where the shop is reached by https. */
  hsts: string | undefined;
  /** Other origins that the page's scripts may call. */
  connectTo?: readonly string[];
  /** Names of further Trusted Types policies that the page's scripts may create. */
  trustedTypes?: readonly string[];
  /** Whether the page shows others of the shop in frames. */
  hasFrames?: boolean;
};

/** A year of https only, for the shop's host and, where `HSTS_SUBDOMAINS` says so, its subdomains. */
export function hstsHeader({ publicUrl, config }: Pick<Deps, 'publicUrl' | 'config'>): string | undefined {
  if (!publicUrl.startsWith('https:')) return undefined;
  return config.hstsSubdomains ? 'max-age=31536000; includeSubDomains' : 'max-age=31536000';
}

/** The headers of every HTML response, errors included. */
export function setHtmlHeaders(
  reply: FastifyReply,
  { hsts, connectTo = [], trustedTypes = [], hasFrames = false }: HtmlHeaderOptions,
): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('Content-Security-Policy', contentSecurityPolicy({ connectTo, trustedTypes, hasFrames }))
    .header('Reporting-Endpoints', 'csp="/api/csp-reports"')
    .headers(hsts ? { 'Strict-Transport-Security': hsts } : {});
}

/** The headers of every response. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const;

/** A cookie that a response sets, or clears where it has no value. */
export type ResponseCookie = { name: string; value: string | undefined; options: CookieSerializeOptions };

type ResponseParts = { headers?: Readonly<Record<string, string>>; cookies?: readonly ResponseCookie[] };

/** What a handler returns whose response has headers or cookies of its own. */
export class ResponseWith<Body> {
  readonly body: Body;
  readonly parts: ResponseParts;
  constructor(body: Body, parts: ResponseParts) {
    this.body = body;
    this.parts = parts;
  }

  applyTo(reply: FastifyReply): Body {
    const { headers = {}, cookies = [] } = this.parts;
    void reply.headers(headers);
    for (const { name, value, options } of cookies)
      if (value === undefined) void reply.clearCookie(name, options);
      else void reply.setCookie(name, value, options);
    return this.body;
  }
}

type Cookies = Readonly<Record<string, string | undefined>>;

/** An HttpOnly, SameSite=Strict cookie that holds a secret; on https its name prefix keeps other hosts from setting it. */
export function secretCookie(publicUrl: string, { name: plainName, maxAge }: { name: string; maxAge: number }) {
  const isSecure = publicUrl.startsWith('https:');
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const attributes = { httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure } as const;
  return {
    set: (secret: string): ResponseCookie => ({ name, value: secret, options: { ...attributes, maxAge } }),
    clear: (): ResponseCookie => ({ name, value: undefined, options: attributes }),
    hash(cookies: Cookies): Buffer | undefined {
      const secret = cookies[name];
      return secret ? hashSecret(secret) : undefined;
    },
    secret(cookies: Cookies): string | undefined {
      const secret = cookies[name];
      return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined;
    },
  };
}

/** Which of our encodings a browser takes, the smaller first. */
export function preferredEncoding(accepted = ''): 'br' | 'gzip' | undefined {
  const taken = accepted.toLowerCase().split(',');
  return (['br', 'gzip'] as const).find((name) =>
    taken.some((part) => {
      const [coding = '', ...parameters] = part.split(';').map((one) => one.trim());
      return coding === name && !parameters.some((one) => /^q=0(\.0*)?$/.test(one));
    }),
  );
}

/** Whether an `If-None-Match` has this tag among its own. */
export function matchesEtag(header = '', etag: string): boolean {
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/**
 * `X-Forwarded-For` as far as it can be believed: from the nearest proxy outward while each part is an address. What
 * stands behind anything else was written by whoever sent it.
 */
export function parseForwardedFor(header: string): string {
  const parts = header.split(',').map(bareAddress);
  const firstOdd = parts.findLastIndex((part) => isIP(part) === 0);
  return parts.slice(firstOdd + 1).join(', ');
}

/** Without the port and the brackets that some proxies write. */
function bareAddress(part: string): string {
  const text = part.trim();
  return /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(text)?.[1] ?? text;
}

/** A foreign origin: a path that a browser resolves against another origin leaves the shop. */
const PLACEHOLDER_ORIGIN = 'http://shop.invalid';

/** A path with its query as a redirect writes it, percent-encoded; nothing where a browser would leave the shop. */
export function toLocalPath(path: string): string | undefined {
  const url = path.startsWith('/') ? URL.parse(path, PLACEHOLDER_ORIGIN) : null;
  if (url?.origin !== PLACEHOLDER_ORIGIN || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search;
}

/** The path of a request's target, also where a client wrote the whole address (`GET http://… HTTP/1.1`). */
export function requestPath(target = '/'): string {
  if (target.startsWith('/')) return target;
  const [, rest = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^#]*)/i.exec(target) ?? [];
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Leads to another page of the shop, percent-encoded; what is not for good (303) is not stored either. */
export function redirectTo(reply: FastifyReply, path: string, status = 303): FastifyReply {
  if (status === 303) void reply.header('Cache-Control', 'no-store');
  return reply.redirect(toLocalPath(path) ?? '/', status);
}

/** Text as HTML shows it, also inside an attribute's double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
