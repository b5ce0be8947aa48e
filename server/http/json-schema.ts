import type { FastifySchema } from 'fastify';
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
 * The schema from which Fastify compiles an endpoint's serializer (fast-json-stringify) when it starts: fields that it does
 * not list are left out, at every depth. Throws as {@link responseJsonSchema} does.
 */
export function serializerSchema({ response, status }: Pick<Endpoint, 'response' | 'status'>): FastifySchema {
  if (!response) return {};
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
  return { response: { [status]: withoutDialect(jsonSchema) } };
}

function withoutDialect(schema: JsonSchema): JsonSchema {
  const { $schema: _, ...jsonSchema } = schema;
  return jsonSchema;
}
