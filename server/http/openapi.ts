import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '#contract/endpoints.ts';
import { REFUSALS, type RefusalCode } from '#contract/refusals.ts';

/** What every call may refuse, beyond its own list. */
const ALWAYS: readonly RefusalCode[] = ['too_many_requests', 'busy', 'internal'];
const WITH_BODY: readonly RefusalCode[] = [
  'malformed',
  'unsupported_media_type',
  'too_large',
  'invalid',
  'foreign_origin',
];

type Shape = z.core.$ZodType;

/** The OpenAPI 3.1 description of every call, made from the table that also validates them. */
export function openApiDocument(publicUrl: string, title: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries(ENDPOINTS) as [EndpointName, Endpoint][])
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
    security: endpoint.access === 'customer' ? [{ bearer: [] }] : [{}, { bearer: [] }],
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.takesKey ? [KEY] : []),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } },
    }),
    ...(endpoint.takesBytes && {
      requestBody: { required: true, content: { 'application/json': { schema: ANYTHING } } },
    }),
    responses: { [endpoint.answers]: success(endpoint), ...refusals(endpoint) },
  };
}

function parameters(place: 'path' | 'query', shape: Shape | undefined): object[] {
  if (!shape) return [];
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as {
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

function success(endpoint: Endpoint): object {
  if (endpoint.produces) return { description: 'The answer.', content: { [endpoint.produces]: { schema: RAW } } };
  if (!endpoint.answer) return { description: 'Done.' };
  return {
    description: 'The answer.',
    content: { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } },
  };
}

function refusals(endpoint: Endpoint): Record<string, object> {
  const codes = new Set([
    ...(endpoint.access === 'customer' ? (['token_missing'] as const) : []),
    'token_invalid' as const,
    ...(endpoint.takesBytes ? (['unsupported_media_type', 'too_large'] as const) : []),
    ...(endpoint.body ? WITH_BODY : endpoint.query || endpoint.params ? (['invalid'] as const) : []),
    ...endpoint.refusals,
    ...ALWAYS,
  ]);
  const byStatus = Map.groupBy(codes, (code) => REFUSALS[code]);
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

function schemaOf(shape: Shape, io: 'input' | 'output'): object {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return schema;
}

const text = { type: 'string' };
const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Of your choosing: the same payload with the same key is answered as before, for 24 hours.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
};
const ANYTHING = { type: 'object' };
const RAW = { type: 'string', format: 'binary' };
const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    detail: { ...text, description: 'A sentence for the customer, in the language of Accept-Language.' },
    code: { type: 'string', enum: Object.keys(REFUSALS) },
    errors: { type: 'array', items: { type: 'object', properties: { path: text, message: text } } },
    cart: { type: 'object', description: "With price_changed: the server's figures." },
    lines: { type: 'array', description: 'With out_of_stock: what is left of each line.', items: { type: 'object' } },
  },
};
