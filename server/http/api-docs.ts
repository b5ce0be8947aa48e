import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { EndpointName } from '#contract/routes.ts';
import { declaredErrors, type Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { ERROR_CODES } from '#contract/error-codes.ts';
import type { Deps } from '../context.ts';
import { requestJsonSchema, responseJsonSchema } from './json-schema.ts';
import { escapeHtml, hstsHeader, matchesEtag, preferredEncoding, setHtmlHeaders } from './headers.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);
const require = createRequire(import.meta.url);

/**
 * The API's description: OpenAPI 3.1 for machines at `/api/openapi.json`, and Swagger UI for people at `/api/docs`, served
 * from its npm package. Everything is read and compressed when it is first requested, and revalidated by its ETag.
 */
export function registerApiDocs(app: FastifyInstance, deps: Deps): void {
  const { publicUrl, config } = deps;
  const title = `${config.shopName} API`;
  const page = createDocument(() => renderApiDocs(title));
  const pageHeaders = { hsts: hstsHeader(deps), trustedTypes: SWAGGER_UI_POLICIES };
  app.get('/api/docs', (request, reply) => page(request, setHtmlHeaders(reply, pageHeaders)));
  const files: [string, string, () => string | Promise<Buffer>][] = [
    ['/api/openapi.json', 'application/json', () => JSON.stringify(openApiDocument(publicUrl, title))],
    ['/api/docs/start.js', 'text/javascript; charset=utf-8', () => START_SCRIPT],
    ...SWAGGER_UI_FILES.map(([name, type]): [string, string, () => Promise<Buffer>] => [
      `/api/docs/${name}`,
      type,
      () => readFile(require.resolve(`swagger-ui-dist/${name}`)),
    ]),
  ];
  for (const [path, type, read] of files) {
    const send = createDocument(read);
    app.get(path, (request, reply) => send(request, reply.type(type)));
  }
}

type StaticDocument = { gzipped: Buffer; etag: string };

/** A route's reply with text that never changes while the server runs. */
function createDocument(read: () => string | Promise<Buffer>) {
  let loaded: Promise<StaticDocument> | undefined;
  const load = async (): Promise<StaticDocument> => {
    const bytes = Buffer.from(await read());
    const hash = createHash('sha1').update(bytes).digest('base64url');
    return { gzipped: await compress(bytes, { level: 9 }), etag: `"${hash}"` };
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    loaded ??= load();
    const { gzipped, etag } = await loaded;
    // Compressed and plain responses are equivalent: a weak ETag (RFC 9110, 8.8.1).
    void reply.headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: `W/${etag}` });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    if (!preferredEncoding(request.headers['accept-encoding'])) return reply.send(await decompress(gzipped));
    return reply.header('Content-Encoding', 'gzip').send(gzipped);
  };
}

const SWAGGER_UI_FILES = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
] as const;

/** Trusted Types policies of Swagger UI: its copy of DOMPurify creates one as it loads. Nothing on the page uses it. */
const SWAGGER_UI_POLICIES = ['dompurify'];

/**
 * Starts Swagger UI without its requests to other servers, and with descriptions as text: its own component
 * writes HTML, which the content security policy blocks.
 */
const START_SCRIPT = `const Markdown = (React) => ({ source }) =>
  React.createElement('div', { className: 'markdown' },
    String(source ?? '').split('\`').map((part, index) =>
      index % 2 ? React.createElement('code', { key: index }, part) : part));

SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
  plugins: [({ React }) => ({ components: { Markdown: Markdown(React) } })],
});
`;

function renderApiDocs(title: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs/swagger-ui.css">` +
    `<script defer src="/api/docs/swagger-ui-bundle.js"></script><script defer src="/api/docs/start.js"></script></head>` +
    `<body><main id="swagger-ui"></main><noscript><a href="/api/openapi.json">OpenAPI 3.1</a></noscript></body></html>`
  );
}

type Schema = z.core.$ZodType;

/** The OpenAPI 3.1 description of every endpoint but those of the staff, made from the table that also validates requests. */
export function openApiDocument(publicUrl: string, title: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries(ENDPOINTS) as [EndpointName, Endpoint][])
    if (endpoint.access !== 'staff')
      paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0.0', description: 'Money is RM with at most two decimals; times are UTC.' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: PROBLEM },
    },
  };
}

function operation(name: string, endpoint: Endpoint): object {
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    security: endpoint.access === 'guest' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.acceptsIdempotencyKey ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: requestJsonSchema(endpoint.body) } },
      },
    }),
    ...(endpoint.message && { requestBody: { required: true, content: { 'message/rfc822': { schema: {} } } } }),
    ...(endpoint.upload && { requestBody: { required: true, content: { '*/*': { schema: {} } } } }),
    ...(endpoint.rawBody && {
      requestBody: { required: true, content: { 'application/json': { schema: ANY_OBJECT } } },
    }),
    responses: { [endpoint.status]: successResponse(endpoint), ...errorResponses(endpoint) },
  };
}

function parameters(place: 'path' | 'query', shape: Schema | undefined): object[] {
  if (!shape) return [];
  const { properties = {}, required = [] } = requestJsonSchema(shape) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

function successResponse(endpoint: Endpoint): object {
  if (endpoint.contentType)
    return { description: 'The response.', content: { [endpoint.contentType]: { schema: BINARY } } };
  if (!endpoint.response) return { description: 'Done.' };
  return {
    description: 'The response.',
    content: { 'application/json': { schema: responseJsonSchema(endpoint.response) } },
  };
}

function errorResponses(endpoint: Endpoint): Record<string, object> {
  const byStatus = Map.groupBy(declaredErrors(endpoint), (code) => ERROR_CODES[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\``).join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

const TEXT = { type: 'string' };
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Of your choosing: the same payload with the same key gets the same response for 24 hours.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
};
const ANY_OBJECT = { type: 'object' };
const BINARY = { type: 'string', format: 'binary' };
const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: TEXT,
    title: TEXT,
    status: { type: 'integer' },
    detail: { ...TEXT, description: 'A sentence for the customer, in the language of Accept-Language.' },
    code: { type: 'string', enum: Object.keys(ERROR_CODES) },
    errors: { type: 'array', items: { type: 'object', properties: { path: TEXT, message: TEXT } } },
    cart: { type: 'object', description: "With price_changed: the server's amounts." },
    lines: { type: 'array', description: 'With out_of_stock: what is left of each line.', items: { type: 'object' } },
  },
};
