import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { AnswerOf, Endpoint, ParsedOf } from '#contract/endpoint.ts';
import { ENDPOINTS, type EndpointName, type Endpoints } from '#contract/endpoints.ts';
import { faultsOf, type FieldFault } from '#contract/field-errors.ts';
import { preferredLocale, type Locale } from '#domain/locale.ts';
import { refuse } from '../refuse.ts';
import { faultSentence } from '../words.ts';
import { CUSTOMER_CLASSES, limitSubject, type TakeCredit } from './limits.ts';

/** From where a call came. */
export type Origin = { ip: string; userAgent: string };

/** The customer whose bearer token came with a call, how they came in, and when token and session end. */
export type Caller = {
  customerId: string;
  email: string;
  sessionId: string;
  /** `password`, or the identity provider's name. */
  providerId: string;
  tokenEndsAt: Date;
  /** Seconds until then, by the database's clock. */
  tokenLasts: number;
  sessionEndsAt: Date;
};

/** What every handler may know of a call beside its parsed input. */
export type Circumstances = {
  locale: Locale;
  from: Origin;
  requestId: string;
  header(name: string): string | undefined;
  cookies: Readonly<Record<string, string | undefined>>;
  reply: FastifyReply;
};

type CallerOf<E extends Endpoint> = E['access'] extends 'customer' ? Caller : Caller | undefined;

type ToldOf<E extends Endpoint> = E extends { produces: 'text/event-stream' } ? Readable : AnswerOf<E>;

/** Parsed input in, one call, plain value out; for a stream of events, the stream. */
export type Handler<E extends Endpoint> = (
  call: ParsedOf<E> & { caller: CallerOf<E> } & Circumstances,
) => Promise<ToldOf<E>>;

/** A handler for every call of the contract: the compiler sees that none is missing. */
export type Handlers = { [Name in EndpointName]: Handler<Endpoints[Name]> };

/** A handler whose call the table has checked: here types end and parsed input begins. */
type AnyHandler = (call: never) => Promise<unknown>;

export type Edge = {
  /** The customer of a token; refuses `token_invalid`. */
  findCaller: (token: string) => Promise<Caller>;
  takeCredit: TakeCredit;
};

/** Makes a Fastify route of every call in the contract's table. */
export function bindEndpoints(app: FastifyInstance, handlers: Handlers, edge: Edge): void {
  const bytes: FastifyPluginAsync = async (scope) => {
    takeBytes(scope);
    for (const name of NAMES.filter(isForBytes)) bindEndpoint(scope, handlers, edge, name);
  };
  void app.register(bytes);
  for (const name of NAMES.filter((one) => !isForBytes(one))) bindEndpoint(app, handlers, edge, name);
}

const NAMES = Object.keys(ENDPOINTS) as EndpointName[];

function isForBytes(name: EndpointName): boolean {
  const declared: Endpoint = ENDPOINTS[name];
  return declared.takesBytes === true;
}

function bindEndpoint(app: FastifyInstance, handlers: Handlers, edge: Edge, name: EndpointName): void {
  const declared: Endpoint = ENDPOINTS[name];
  const handler = handlers[name] as AnyHandler;
  app.route({
    method: declared.method,
    url: declared.path.replace(/\{(\w+)\}/g, ':$1'),
    handler: (request, reply) => answer({ declared, handler, edge }, request, reply),
    ...(isPageToo(declared) && { constraints: { wants: 'json' } }),
    // A reader who closes such a page is nothing to tell.
    ...(declared.produces === 'text/event-stream' && { logLevel: 'warn' }),
  });
}

/** JSON as it came, for whoever checks a signature of it. */
function takeBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** `GET` below the customer area: a browser's navigation to such an address gets the storefront instead. */
function isPageToo(declared: Endpoint): boolean {
  return declared.method === 'GET' && declared.path.startsWith('/customer/');
}

type Bound = { declared: Endpoint; handler: AnyHandler; edge: Edge };

async function answer({ declared, handler, edge }: Bound, request: FastifyRequest, reply: FastifyReply) {
  const locale = preferredLocale(request.headers['accept-language']);
  void reply.header('Cache-Control', 'no-store').header('Content-Language', locale);
  if (isPageToo(declared)) void reply.header('Vary', 'Accept');
  const { caller, giveBack } = await admit(declared, edge, request);
  const parsed = parseInput(declared, request, locale);
  const call = { ...parsed, caller, ...circumstances(request, reply, locale) };
  const value = await handler(call as never);
  await giveBack();
  void reply.code(declared.answers);
  if (declared.produces) void reply.type(declared.produces);
  return declared.answers === 204 ? reply.send() : value;
}

/** Counts a call on its class: for the customer where the class counts customers and one has signed in, else for the address. */
async function admit(declared: Endpoint, edge: Edge, request: FastifyRequest) {
  const perCustomer = request.headers.authorization === undefined ? undefined : CUSTOMER_CLASSES[declared.limit];
  if (!perCustomer) {
    const giveBack = await edge.takeCredit(declared.limit, limitSubject(request.ip));
    return { giveBack, caller: await findCaller(declared, edge, request) };
  }
  const caller = await findCaller(declared, edge, request);
  return { caller, giveBack: await edge.takeCredit(perCustomer, caller!.customerId) };
}

async function findCaller(declared: Endpoint, edge: Edge, request: FastifyRequest): Promise<Caller | undefined> {
  const header = request.headers.authorization;
  if (header === undefined) return declared.access === 'customer' ? refuse('token_missing') : undefined;
  const token = /^Bearer (\S+)$/i.exec(header)?.[1];
  return token ? edge.findCaller(token) : refuse('token_invalid');
}

function parseInput(declared: Endpoint, request: FastifyRequest, locale: Locale) {
  const hasType = request.headers['content-type'] !== undefined;
  if ((declared.body || declared.takesBytes) && !hasType) refuse('unsupported_media_type');
  return {
    body: declared.takesBytes ? request.body : parse(declared.body, request.body, locale),
    query: parse(declared.query, request.query, locale),
    params: parse(declared.params, request.params, locale),
  } as ParsedOf<Endpoint>;
}

function parse(shape: z.core.$ZodType | undefined, value: unknown, locale: Locale): unknown {
  if (!shape) return undefined;
  const result = (shape as z.ZodMiniType).safeParse(value);
  const faults = result.success ? unkeepable(value) : faultsOf(result.error.issues);
  if (result.success && faults.length === 0) return result.data;
  refuse('invalid', { errors: faults.map((fault) => ({ path: fault.path, message: faultSentence(locale, fault) })) });
}

/** Texts that PostgreSQL cannot keep, wherever they stand: with a null byte, or half of a surrogate pair. */
function unkeepable(value: unknown, path: readonly string[] = []): FieldFault[] {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed() ? [{ path: path.join('.'), key: 'plain_text' }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => unkeepable(part, [...path, name]));
}

function circumstances(request: FastifyRequest, reply: FastifyReply, locale: Locale): Circumstances {
  return {
    locale,
    from: { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' },
    requestId: request.id,
    header: (name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    },
    cookies: request.cookies,
    reply,
  };
}
