import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type * as z from 'zod/mini';
import type { EndpointName } from '#contract/routes.ts';
import { priorityOf, type ResponseOf, type Endpoint, type ParsedOf } from '#contract/endpoint.ts';
import { ENDPOINTS, type Endpoints } from '#contract/endpoints.ts';
import { fieldIssues, type FieldIssue } from '#contract/error-codes.ts';
import { preferredLocale, type Locale } from '#domain/locale.ts';
import { hasPermission } from '#domain/staff.ts';
import { setPhoneParser } from '#domain/phone.ts';
import { throwApiError } from '../api-error.ts';
import type { Principal, RequestContext } from '../context.ts';
import { fieldErrorMessage } from '../translations.ts';
import { ResponseWith } from './headers.ts';
import { serializedAs } from './json-schema.ts';
import { CUSTOMER_RATE_LIMITS, rateLimitSubject, type ConsumeRateLimit } from '../limits.ts';

/** What every handler may know of a request beside its parsed input. */
export type HandlerContext = RequestContext & {
  header(name: string): string | undefined;
  cookies: Readonly<Record<string, string | undefined>>;
  log: FastifyBaseLogger;
};

type PrincipalOf<E extends Endpoint> = E['access'] extends 'guest' ? Principal | undefined : Principal;

type HandlerResult<E extends Endpoint> = E extends { contentType: 'text/event-stream' }
  ? Readable
  : E extends { contentType: string }
    ? ResponseOf<E> | Readable
    : ResponseOf<E>;

/** Parsed input in, one call, plain value out; for a stream of events or a long file, the stream. Headers and cookies go with the value. */
export type Handler<E extends Endpoint> = (
  call: ParsedOf<E> & { principal: PrincipalOf<E> } & HandlerContext,
) => Promise<HandlerResult<E> | ResponseWith<HandlerResult<E>>>;

/** A handler for every call of the contract: the compiler sees that none is missing. */
export type Handlers = { [Name in EndpointName]: Handler<Endpoints[Name]> };

/** A handler whose call the table has checked: here types end and parsed input begins. */
type AnyHandler = (call: never) => Promise<unknown>;

export type EndpointDependencies = {
  /** The customer of a token that came with these cookies; refuses `token_invalid`. */
  findPrincipal: (token: string, cookies: HandlerContext['cookies']) => Promise<Principal>;
  consumeRateLimit: ConsumeRateLimit;
  /** Whether staff need a second factor: where other machines reach the shop. */
  needsSecondFactor: boolean;
};

/** Makes a Fastify route of every call in the contract's table. */
export function registerEndpoints(app: FastifyInstance, handlers: Handlers, edge: EndpointDependencies): void {
  setPhoneParser(parsePhoneNumberFromString);
  const bytes: FastifyPluginAsync = async (scope) => {
    parseRawBody(scope);
    for (const name of ENDPOINT_NAMES.filter(needsRawBody)) registerEndpoint(scope, handlers, edge, name);
  };
  void app.register(bytes);
  const uploads: FastifyPluginAsync = async (scope) => {
    takeUploads(scope);
    for (const name of ENDPOINT_NAMES.filter(takesUpload)) registerEndpoint(scope, handlers, edge, name);
  };
  void app.register(uploads);
  for (const name of ENDPOINT_NAMES.filter((one) => !needsRawBody(one) && !takesUpload(one)))
    registerEndpoint(app, handlers, edge, name);
}

const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as EndpointName[];

function needsRawBody(name: EndpointName): boolean {
  const declared: Endpoint = ENDPOINTS[name];
  return declared.rawBody === true;
}

function takesUpload(name: EndpointName): boolean {
  const declared: Endpoint = ENDPOINTS[name];
  return (declared.upload ?? declared.message) !== undefined;
}

function registerEndpoint(
  app: FastifyInstance,
  handlers: Handlers,
  edge: EndpointDependencies,
  name: EndpointName,
): void {
  const declared: Endpoint = ENDPOINTS[name];
  const handler = handlers[name] as AnyHandler;
  app.route({
    method: declared.method,
    url: declared.path.replace(/\{(\w+)\}/g, ':$1'),
    handler: (request, reply) => handleRequest({ declared, handler, edge }, request, reply),
    ...serializedAs(declared),
    config: { priority: priorityOf(declared) },
    ...(isAlsoPage(declared) && { constraints: { wants: 'json' } }),
    // Beside what a caller can make an answer say, the length of a compressed one would tell its token.
    ...(declared.tag === 'Sessions' && { compress: false }),
    // A reader who closes such a page is nothing to tell.
    ...(declared.contentType === 'text/event-stream' && { logLevel: 'warn' }),
  });
}

/** JSON as it came, for whoever checks a signature of it. */
function parseRawBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** Files as streams: nothing is read of a request before it is known whose it is. */
function takeUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, stream, done) => done(null, stream));
}

/** The bytes of a file, none where nothing was sent; throws `too_large` as soon as there are more. */
async function readUpload(stream: Readable | undefined, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of (stream ?? []) as Iterable<Buffer> | AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throwApiError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** `GET` below the customer area: a browser's navigation to such an address gets the storefront instead. */
function isAlsoPage(declared: Endpoint): boolean {
  return declared.method === 'GET' && declared.path.startsWith('/customer/');
}

type RegisteredEndpoint = { declared: Endpoint; handler: AnyHandler; edge: EndpointDependencies };

async function handleRequest(
  { declared, handler, edge }: RegisteredEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const locale = preferredLocale(request.headers['accept-language']);
  void reply.header('Cache-Control', 'no-store').header('Content-Language', locale);
  if (isAlsoPage(declared)) void reply.header('Vary', 'Accept');
  const { principal, giveBack } = await authorize(declared, edge, request);
  if (declared.access === 'staff') assertPermitted(declared, edge, principal!);
  if (declared.needsProof && !principal?.isProven) throwApiError('proof_required');
  const parsed = await parseInput(declared, request, locale);
  const call = { ...parsed, principal, ...createHandlerContext(request, locale) };
  const result = await handler(call as never);
  const body = result instanceof ResponseWith ? result.applyTo(reply) : result;
  // A HEAD request does not read a stream, and a client may disconnect before its first byte.
  if (body instanceof Readable) reply.raw.once('close', () => body.destroy());
  await giveBack();
  void reply.code(declared.status);
  if (declared.contentType) void reply.type(declared.contentType);
  return declared.status === 204 ? reply.send() : body;
}

/** Counts a call on its class: for the customer where the class counts customers and one has signed in, else for the address. */
async function authorize(declared: Endpoint, edge: EndpointDependencies, request: FastifyRequest) {
  const perCustomer =
    request.headers.authorization === undefined ? undefined : CUSTOMER_RATE_LIMITS[declared.rateLimit];
  if (!perCustomer) {
    const giveBack = await edge.consumeRateLimit(declared.rateLimit, rateLimitSubject(request.ip));
    return { giveBack, principal: await authenticate(declared, edge, request) };
  }
  const principal = await authenticate(declared, edge, request);
  return { principal, giveBack: await edge.consumeRateLimit(perCustomer, principal!.customerId) };
}

async function authenticate(
  declared: Endpoint,
  edge: EndpointDependencies,
  request: FastifyRequest,
): Promise<Principal | undefined> {
  const header = request.headers.authorization;
  if (header === undefined) return declared.access === 'guest' ? undefined : throwApiError('token_missing');
  const token = /^Bearer (\S+)$/i.exec(header)?.[1];
  return token ? edge.findPrincipal(token, request.cookies) : throwApiError('token_invalid');
}

function assertPermitted(
  { permission }: Endpoint,
  { needsSecondFactor }: EndpointDependencies,
  principal: Principal,
): void {
  const { staffRole, hasSecondFactor } = principal;
  if (!staffRole || (permission && !hasPermission(staffRole, permission))) throwApiError('not_found');
  if (needsSecondFactor && !hasSecondFactor) throwApiError('second_factor_required');
}

async function parseInput(declared: Endpoint, request: FastifyRequest, locale: Locale) {
  const hasType = request.headers['content-type'] !== undefined;
  if ((declared.body || declared.rawBody) && !hasType) throwApiError('unsupported_media_type');
  return {
    body: await parseBody(declared, request, locale),
    query: parse(declared.query, request.query, locale),
    params: parse(declared.params, request.params, locale),
  } as ParsedOf<Endpoint>;
}

function parseBody({ rawBody, upload, message, body }: Endpoint, request: FastifyRequest, locale: Locale): unknown {
  if (message) return () => readUpload(request.body as Readable | undefined, message);
  if (upload) return readUpload(request.body as Readable | undefined, upload);
  return rawBody ? request.body : parse(body, request.body, locale);
}

function parse(shape: z.core.$ZodType | undefined, value: unknown, locale: Locale): unknown {
  if (!shape) return undefined;
  const result = (shape as z.ZodMiniType).safeParse(value);
  const faults = result.success ? findUnstorableText(value) : fieldIssues(result.error.issues);
  if (result.success && faults.length === 0) return result.data;
  throwApiError('invalid', {
    errors: faults.map((fault) => ({ path: fault.path, message: fieldErrorMessage(locale, fault) })),
  });
}

/** Texts that PostgreSQL cannot keep, wherever they stand: with a null byte, or half of a surrogate pair. */
export function findUnstorableText(value: unknown, path: readonly string[] = []): FieldIssue[] {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed() ? [{ path: path.join('.'), key: 'plain_text' }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => findUnstorableText(part, [...path, name]));
}

function createHandlerContext(request: FastifyRequest, locale: Locale): HandlerContext {
  return {
    locale,
    client: { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' },
    requestId: request.id,
    header: (name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    cookies: request.cookies,
    log: request.log,
  };
}
