import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import underPressure from '@fastify/under-pressure';
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ConstraintStrategy, HTTPVersion } from 'find-my-way';
import { preferredLocale } from '#domain/locale.ts';
import type { Config } from '../config.ts';
import { Refusal } from '../refuse.ts';
import { COMMON_HEADERS } from './html.ts';
import { sendProblem } from './problem.ts';

const MAX_BODY = 256 * 1024;
const MAX_DEPTH = 20;

/** `longestLag`: milliseconds that the event loop may be late before callers are asked to come back; without it any. */
type Bounds = { longestLag?: number | undefined; logTo?: Writable };

/** A Fastify with the bounds of the security page: times, sizes, one body type, request ids, redacted logs. */
export async function createFastify(config: Config, { longestLag, logTo }: Bounds = {}): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(config, logTo),
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (_error, request, reply) => {
      void reply.headers({ 'X-Request-Id': request.id, ...COMMON_HEADERS });
      return sendProblem(reply, new Refusal('not_found'), preferredLocale(request.headers['accept-language']));
    },
    bodyLimit: MAX_BODY,
    requestTimeout: 15_000,
    keepAliveTimeout: 5_000,
    connectionTimeout: 0,
    trustProxy: (_address: string, hop: number) => hop < config.trustProxy,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 300, caseSensitive: true, constraints: { wants } },
    http: { maxHeaderSize: 16_384, headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
  });
  app.server.maxConnections = 1024;
  await app.register(cookie);
  if (config.corsOrigins.length > 0) await app.register(cors, { origin: [...config.corsOrigins], maxAge: 600 });
  if (longestLag) await app.register(underPressure, { maxEventLoopDelay: longestLag, retryAfter: 2 });
  acceptJsonOnly(app);
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({ 'X-Request-Id': request.id, ...COMMON_HEADERS });
    refuseOddRequests(request, config);
  });
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply));
  return app;
}

/** One line an answer, by its route (an address may hold a secret): what changed something or failed is told, plain reading only to who debugs. */
function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions } = request;
  const facts = { method, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
  const isQuiet = reply.statusCode < 400 && (method === 'GET' || method === 'HEAD');
  request.log[isQuiet ? 'debug' : 'info'](facts, 'answered');
}

/** Whether a request wants JSON or a page: a browser's navigation prefers `text/html`. */
const wants = {
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

/** Whether a request is a browser's navigation to a page: a read that prefers HTML, not below the calls or assets. */
export function wantsPage(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return (
    isRead && prefersHtml(request.headers.accept) && !/^\/(api|assets|covers|customer\/assets)\//.test(request.url)
  );
}

function prefersHtml(accept = ''): boolean {
  const html = accept.indexOf('text/html');
  const json = accept.indexOf('application/json');
  return html >= 0 && (json < 0 || html < json);
}

function loggerOptions(config: Config, logTo: Writable | undefined) {
  const redact = ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'];
  const base = { level: config.logLevel, redact, serializers: { err: tellError } };
  if (logTo) return { ...base, stream: logTo };
  if (!process.stdout.isTTY) return base;
  return {
    ...base,
    transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
  };
}

type ToldError = { type: string; message: string; stack: string; [fact: string]: unknown };

/** An error for the log, without what a failed statement was given: addresses, hashes, what people wrote. */
function tellError(error: Error): ToldError {
  const { name: type, message, stack = '', cause, code } = error as Error & { code?: string };
  const plain = (text: string) => text.replace(/\nparams: [^]*?(?=\n {4}at |$)/, '');
  const told = { type, code, message: plain(message), stack: plain(stack) };
  return cause instanceof Error ? { ...told, cause: tellError(cause) } : told;
}

function acceptJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    parseJson(request, body as string, (error, value) => {
      if (error || depthOf(value) > MAX_DEPTH) done(new Refusal('malformed'));
      else done(null, value);
    });
  });
}

function depthOf(value: unknown, depth = 1): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth;
  return Object.values(value).reduce<number>((deepest, part) => Math.max(deepest, depthOf(part, depth + 1)), depth);
}

function refuseOddRequests(request: FastifyRequest, config: Config): void {
  const hosts = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) throw new Refusal('malformed');
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (request.headers['content-encoding']) throw new Refusal('unsupported_media_type');
  const { origin } = request.headers;
  if (origin && !isOwnOrigin(origin, request, config)) throw new Refusal('foreign_origin');
}

/** Our own origin is PUBLIC_URL's, or the address that the browser used to reach us. */
function isOwnOrigin(origin: string, request: FastifyRequest, config: Config): boolean {
  if (config.corsOrigins.includes(origin) || config.publicUrl === origin) return true;
  return URL.parse(origin)?.host === request.headers.host;
}
