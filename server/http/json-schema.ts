import fastJsonStringify from 'fast-json-stringify';
import type { RouteShorthandOptions } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';

type Schema = z.core.$ZodType;
type JsonSchema = Record<string, unknown>;

/** What may be sent, for the OpenAPI document; what JSON schema cannot say of it stands there as anything. */
export function requestJsonSchema(schema: Schema): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

/** What is sent back. Throws for what JSON schema cannot say, such as a date or the output of a transform. */
export function responseJsonSchema(schema: Schema): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'throw' }));
}

/**
 * How Fastify writes an endpoint's response: fields that the contract does not list are left out, at every depth. What writes them
 * (fast-json-stringify) is made for the first response, since a server answers few of its endpoints soon after it started; Fastify
 * would make it of the schema here at the start.
 */
export function serializedAs({
  response,
  status,
}: Pick<Endpoint, 'response' | 'status'>): Pick<RouteShorthandOptions, 'schema' | 'serializerCompiler'> {
  if (!response) return {};
  let write: ((value: unknown) => string) | undefined;
  const serialize = (value: unknown) => (write ??= fastJsonStringify(serializerSchema(response)))(value);
  return { schema: { response: { [status]: {} } }, serializerCompiler: () => serialize };
}

/** Throws as {@link responseJsonSchema} does. */
function serializerSchema(response: Schema): JsonSchema {
  const jsonSchema = z.toJSONSchema(response, {
    io: 'output',
    unrepresentable: 'throw',
    // Has `nullable`, for which no union must be searched for the fitting member.
    target: 'openapi-3.0',
    // Else a value with further fields would fit no member of a union.
    override: ({ jsonSchema: part }) => {
      if (part.additionalProperties === false) delete part.additionalProperties;
    },
  });
  return withoutDialect(jsonSchema);
}

function withoutDialect(schema: JsonSchema): JsonSchema {
  const { $schema: _, ...jsonSchema } = schema;
  return jsonSchema;
}
