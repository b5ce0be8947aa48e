import * as z from 'zod/mini';
import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import { opaqueId, resourceId } from './schemas.ts';

/** Which page of a list of the back office: the rows after the one `before`, by its id. */
export const pageQuery = z.object({
  before: z.optional(opaqueId),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
});

/** One page; `next` is the `before` of the next one. */
export const rowsOf = <Row extends z.core.$ZodType>(row: Row) =>
  z.object({ rows: z.array(row), next: z.nullable(resourceId) });

/** Why one of several things was not done. */
export const errorCode = z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]);
