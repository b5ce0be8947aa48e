import { z } from 'zod';
import { parseDatabaseUrl } from './db/address.ts';

/** Text as it is written. */
export const text = z.string();

/** A whole number. */
export function integer(min: number, max: number) {
  const isInteger = (value: string) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max;
  return text
    .refine(isInteger, { error: ({ input }) => `must be a whole number from ${min} to ${max}, not "${input}".` })
    .transform(Number);
}

/** One of these words. */
export function oneOf(...values: readonly string[]) {
  const error = ({ input }: { input?: unknown }) => `must be one of ${values.join(', ')}, not "${input}".`;
  return text.refine((value) => values.includes(value), { error });
}

/** 0 or 1. */
export const flag = oneOf('0', '1').transform((value) => value === '1');

/** on or off. */
export const onOrOff = oneOf('on', 'off').transform((value) => value === 'on');

/** An address of one of these protocols, such as `https:`. */
export function url(...protocols: readonly string[]) {
  const error = `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`;
  return text.refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), { error, abort: true });
}

/** Where a database is; `parseDatabaseUrl` reads it. */
export const databaseAddress = text
  .refine((value) => /^postgres(?:ql)?:\/\//.test(value), {
    error: 'must be an address that begins with postgres:// or postgresql://.',
    abort: true,
  })
  .refine((value) => parseDatabaseUrl(value) !== undefined, {
    error:
      'must be an address such as postgres://user@host/database or postgres://user@one,two/database?target_session_attrs=read-write (or any).',
  });

/** An unpaid order reserves its copies for sixty days at most. */
const MAX_DEADLINE_HOURS = 60 * 24;

/** Whole days or hours, such as `7d` or `12h`; in hours. */
export const hours = text.transform((value, context) => {
  const [, count, unit] = /^(\d{1,4})([dh])$/.exec(value) ?? [];
  const parsed = Number(count) * (unit === 'd' ? 24 : 1);
  if (parsed >= 1 && parsed <= MAX_DEADLINE_HOURS) return parsed;
  context.addIssue(`must be 1h to 60d, in whole days (7d) or hours (12h), not "${value}".`);
  return z.NEVER;
});
