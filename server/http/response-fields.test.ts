import fastify, { type RouteOptions } from 'fastify';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { readConfig } from '../config.ts';
import { createFastify } from './fastify.ts';
import { serializedAs } from './json-schema.ts';
import { registerEndpoints, type Handlers } from './register-endpoints.ts';

const CALLS = Object.entries(ENDPOINTS as Record<string, Endpoint>);
const LEAK = 'not listed';

type Response = NonNullable<Endpoint['response']>;
type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  minimum?: number;
};

/** What comes out of a server whose handler returns `value`. */
async function send(response: Response, value: unknown) {
  const app = fastify();
  app.get('/', serializedAs({ response, status: 200 }), async () => value);
  const { statusCode, payload } = await app.inject('/');
  return { statusCode, payload };
}

/** A value of a schema, with a field more in each object; of each union the member with this number. */
function leakingSample(schema: JsonSchema, member: number): unknown {
  if (schema.anyOf) return leakingSample(schema.anyOf[member % schema.anyOf.length]!, member);
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[member % schema.enum.length];
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, part]) => [name, leakingSample(part, member)]);
    return { ...Object.fromEntries(fields), unlisted: LEAK, nested: { unlisted: LEAK } };
  }
  if (schema.items) return [leakingSample(schema.items, member), leakingSample(schema.items, member + 1)];
  return primitiveSample(schema);
}

function primitiveSample({ type, format, minimum }: JsonSchema): unknown {
  const [kind] = [type].flat();
  if (kind === 'string') return SAMPLE_TEXTS[format ?? ''] ?? '1';
  if (kind === 'integer' || kind === 'number') return Math.max(minimum ?? 0, 1);
  return { boolean: true, object: {}, null: null }[kind ?? 'null'] ?? null;
}

const SAMPLE_TEXTS: Record<string, string> = {
  uuid: '01900000-0000-7000-8000-00000000000a',
  'date-time': '2026-11-22T08:00:00.000Z',
};

test.each(CALLS.filter(([, { response }]) => response))(
  '%s sends no field that its response does not list, at any depth and in any member of a union',
  async (_name, { response }) => {
    for (const member of [0, 1, 2, 3, 4, 5]) {
      const { statusCode, payload } = await send(
        response!,
        leakingSample(z.toJSONSchema(response!) as JsonSchema, member),
      );
      expect([statusCode, payload]).toEqual([200, expect.not.stringContaining(LEAK)]);
      expect((response as z.ZodMiniType).safeParse(JSON.parse(payload))).toMatchObject({ success: true });
    }
  },
);

test('what the response lists is sent as it is', async () => {
  const response = z.object({
    total: z.number(),
    lines: z.array(z.object({ id: z.int(), note: z.nullable(z.string()) })),
    delivery: z.union([
      z.object({ code: z.literal('cost'), amount: z.number() }),
      z.object({ code: z.literal('unknown'), zip: z.string() }),
    ]),
    prc: z.union([z.literal('*'), z.array(z.int())]),
    coupon: z.optional(z.object({ code: z.string() })),
    page: z.nullable(z.object({ path: z.string() })),
    names: z.record(z.string(), z.object({ text: z.string() })),
  });
  const listed = {
    total: 119.7,
    lines: [
      { id: 1, note: null },
      { id: 2, note: '“ü”\n' },
    ],
    delivery: { code: 'unknown', zip: '50480' },
    prc: [3, 4],
    page: { path: '/' },
    names: { en: { text: 'One' }, fa: { text: 'یک' } },
  };
  const returned = {
    ...listed,
    passwordHash: LEAK,
    lines: listed.lines.map((line) => ({ ...line, cost: LEAK })),
    delivery: { ...listed.delivery, amount: 8, secret: LEAK },
    page: { ...listed.page, secret: LEAK },
    names: { en: { text: 'One', secret: LEAK }, fa: { text: 'یک' } },
  };
  expect(JSON.parse((await send(response, returned)).payload)).toEqual(listed);
  const other = {
    ...returned,
    delivery: { code: 'cost', amount: 8, zip: LEAK },
    prc: '*',
    coupon: { code: 'A' },
    page: null,
  };
  expect(JSON.parse((await send(response, other)).payload)).toEqual({
    ...listed,
    delivery: { code: 'cost', amount: 8 },
    prc: '*',
    coupon: { code: 'A' },
    page: null,
  });
});

test.each([
  ['an object where a number is listed', { id: { secret: LEAK }, of: { kind: 'a' } }],
  ['a listed field that is missing', { of: { kind: 'a' } }],
  ['what fits no member of a union', { id: 1, of: { kind: LEAK } }],
])('%s is an error, not a response', async (_what, value) => {
  const response = z.object({
    id: z.int(),
    of: z.union([z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
  });
  expect((await send(response, value)).statusCode).toBe(500);
});

test('a response that no serializer can be made of is not sent', async () => {
  const kinds: Response[] = [
    z.date(),
    z.map(z.string(), z.string()),
    z.pipe(
      z.string(),
      z.transform(() => ({})),
    ),
  ];
  for (const kind of kinds) expect((await send(z.object({ of: kind }), { of: LEAK })).statusCode).toBe(500);
});

test('every endpoint is registered with the serializer of its response', async () => {
  const app = await createFastify(readConfig({}));
  const registered = new Map<string, RouteOptions>();
  app.addHook('onRoute', (route) => void registered.set(`${String(route.method)} ${route.url}`, route));
  registerEndpoints(app, {} as Handlers, {
    findPrincipal: () => Promise.reject(new Error('unused')),
    consumeRateLimit: () => Promise.reject(new Error('unused')),
    needsSecondFactor: false,
  });
  await app.ready();
  for (const [name, { method, path, response, status }] of CALLS) {
    const route = registered.get(`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`);
    const schemas = (route!.schema?.response ?? {}) as Record<number, unknown>;
    expect([name, schemas[status] !== undefined]).toEqual([name, response !== undefined]);
    if (!response) continue;
    const serialize = route!.serializerCompiler!({ schema: schemas[status] as object, method, url: path });
    expect([name, serialize(leakingSample(z.toJSONSchema(response) as JsonSchema, 0))]).toEqual([
      name,
      expect.not.stringContaining(LEAK),
    ]);
  }
});
