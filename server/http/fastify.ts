import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { ConstraintStrategy, HTTPVersion } from 'find-my-way';
import { preferredLocale } from '#domain/locale.ts';
import type { Config } from '../config.ts';
import { openLog, type Logger } from '../log.ts';
import { ApiError } from '../api-error.ts';
import { type ErrorPage, sendProblem } from './error-responses.ts';
import { enforceConnectionLimits, connectionLimits, type ConnectionLimits } from './connections.ts';
import type { LoadShedding } from './load-shedding.ts';
import { parseForwardedFor, COMMON_HEADERS, requestPath } from './headers.ts';

const MAX_BODY = 256 * 1024;
const MAX_DEPTH = 20;

/** `errorPage`: for navigations to an address that cannot be parsed. `shedding`: refuses requests in an overload. */
type FastifySettings = {
  log?: Logger | undefined;
  errorPage?: ErrorPage | undefined;
  shedding?: LoadShedding | undefined;
  connections?: Partial<ConnectionLimits>;
};

/** A Fastify with the bounds of the security page: times, sizes, one body type, request ids, redacted logs. */
export async function createFastify(config: Config, bounds: FastifySettings = {}): Promise<FastifyInstance> {
  const { log = openLog(config), errorPage, shedding } = bounds;
  const connections = { ...connectionLimits(config), ...bounds.connections };
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (_error, request, reply) => {
      void reply.headers({ 'X-Request-Id': request.id, ...COMMON_HEADERS });
      const notFound = new ApiError('not_found');
      const locale = preferredLocale(request.headers['accept-language']);
      const sendPlain = () => sendProblem(reply, notFound, locale);
      // Nothing else handles an error of the page itself.
      return errorPage?.(notFound, request, reply)?.catch(sendPlain) ?? sendPlain();
    },
    bodyLimit: MAX_BODY,
    requestTimeout: 15_000,
    keepAliveTimeout: 5_000,
    connectionTimeout: connections.idleTimeout,
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    rewriteUrl: ({ url }) => requestPath(url),
    routerOptions: {
      ignoreTrailingSlash: false,
      maxParamLength: 300,
      caseSensitive: true,
      constraints: { wants: acceptConstraint },
    },
    http: { maxHeaderSize: 16_384, headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
  });
  app.server.maxConnections = 1024;
  enforceConnectionLimits(app.server, connections);
  await app.register(cookie);
  await app.register(compress, COMPRESSION);
  if (config.corsOrigins.length > 0) await app.register(cors, { origin: [...config.corsOrigins], maxAge: 600 });
  acceptJsonOnly(app);
  app.addHook('onRequest', async (request, reply) => {
    const forwarded = request.headers['x-forwarded-for'];
    if (forwarded !== undefined) request.headers['x-forwarded-for'] = parseForwardedFor(String(forwarded));
    void reply.headers({ 'X-Request-Id': request.id, ...COMMON_HEADERS });
    rejectInvalidRequests(request, config);
  });
  shedding?.install(app);
  app.addHook('onResponse', async (request, reply) => {
    if (!shedding?.hasRefused(request)) logResponse(request, reply);
  });
  return app;
}

/** For JSON and the sitemap; pages and assets are compressed once and cached. Requests are never decompressed. */
const COMPRESSION: FastifyCompressOptions = {
  globalCompression: true,
  globalDecompression: false,
  encodings: ['br', 'gzip'],
  customTypes: /^application\/(?:json|problem\+json|xml)\b/,
  threshold: 1024,
};

/** Logs one line per response, by its route (a URL may contain a secret); successful reads at level `debug` only. */
function logResponse(request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions } = request;
  const fields = { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
  const isQuiet = reply.statusCode < 400 && (method === 'GET' || method === 'HEAD');
  request.log[isQuiet ? 'debug' : 'info'](fields, 'answered');
}

/** Whether a request wants JSON or a page: a browser's navigation prefers `text/html`. */
const acceptConstraint = {
  name: 'wants',
  mustMatchWhenDerived: false,
  storage: () => {
    const handlers = new Map<unknown, WantsHandler>();
    return {
      get: (type: unknown) => handlers.get(type) ?? null,
      set: (type: unknown, handler: WantsHandler) => void handlers.set(type, handler),
    };
  },
  deriveConstraint: (request: IncomingMessage) => (prefersHtml(request.headers.accept) ? 'html' : 'json'),
  validate: () => {},
};
type WantsHandler = Parameters<ReturnType<ConstraintStrategy<HTTPVersion.V1, string>['storage']>['set']>[1];

/** Whether a request prefers a page: a read, or a form of the shop, not below the API or assets. */
export function wantsPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const others = isRead
    ? /^\/(api|assets|covers|logos|portraits|samples|(customer|admin)\/assets)\//
    : /^\/(api|assets|covers|logos|portraits|samples|customer|admin)\//;
  return prefersHtml(request.headers.accept) && !others.test(request.url);
}

function prefersHtml(accept = ''): boolean {
  const html = accept.indexOf('text/html');
  const json = accept.indexOf('application/json');
  return html >= 0 && (json < 0 || html < json);
}

function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    parseJson(request, body as string, (error, value) => {
      if (error || depthOf(value) > MAX_DEPTH) done(new ApiError('malformed'));
      else done(null, value);
    });
  });
}

function depthOf(value: unknown, depth = 1): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth;
  return Object.values(value).reduce<number>((deepest, part) => Math.max(deepest, depthOf(part, depth + 1)), depth);
}

function rejectInvalidRequests(request: FastifyRequest, config: Config): void {
  const hosts = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) throw new ApiError('malformed');
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (request.headers['content-encoding']) throw new ApiError('unsupported_media_type');
  const { origin } = request.headers;
  if (origin && !isOwnOrigin(origin, request, config)) throw new ApiError('foreign_origin');
}

/** Our own origin is PUBLIC_URL's, or the address that the browser used to reach us. */
function isOwnOrigin(origin: string, request: FastifyRequest, config: Config): boolean {
  if (config.corsOrigins.includes(origin) || config.publicUrl === origin) return true;
  return URL.parse(origin)?.host === request.headers.host;
}
