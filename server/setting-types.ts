import { z } from 'zod';
import { parseDatabaseUrl } from './db/address.ts';
import { isOrigin } from './setting-urls.ts';

export type Documentation = {
  /** The name of its environment variable; a secret may also come from the file that `NAME_FILE` names. */
  env: string;
  description: string;
  /** What people may see of a secret. */
  redact?: (value: string) => string;
};

export const documentation = z.registry<Documentation>();

/** Documents a setting beside its schema. Error messages of the schema continue a sentence that begins with the name. */
export function setting<T extends z.ZodType>(env: string, schema: T, about: string | Omit<Documentation, 'env'>): T {
  documentation.add(schema, { env, ...(typeof about === 'string' ? { description: about } : about) });
  return schema;
}

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

/** Where several secrets are given, each has as many characters: a passphrase with a comma is not two weak ones. */
const MIN_SECRET_LENGTH = 16;

/** One secret, or several with commas or line breaks between them, newest first. */
export const secrets = text
  .transform((value) =>
    value
      .split(/[,\r\n]+/)
      .map((one) => one.trim())
      .filter(Boolean),
  )
  .refine((values) => values.length <= 1 || values.every((one) => one.length >= MIN_SECRET_LENGTH), {
    error: `must be one secret, or several of at least ${MIN_SECRET_LENGTH} characters each with commas between them, newest first.`,
  })
  .transform((values) => values as [string, ...string[]]);

/** 0 or 1. */
export const flag = oneOf('0', '1').transform((value) => value === '1');

/** on or off. */
export const onOrOff = oneOf('on', 'off').transform((value) => value === 'on');

/** An address of one of these protocols, such as `https:`. */
export function url(...protocols: readonly string[]) {
  const error = `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`;
  return text.refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''), { error, abort: true });
}

const ORIGIN_FORMAT = 'without a path, such as https://shop.example';

/** An address without a path; a slash at its end is left out. */
export const origin = url('http:', 'https:')
  .transform((value) => value.replace(/\/$/, ''))
  .refine(isOrigin, { error: `must be an origin ${ORIGIN_FORMAT}.` });

/** Several origins. */
export const origins = text
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .refine((values) => values.every(isOrigin), { error: `must list origins ${ORIGIN_FORMAT}.` });

/** What a process of the shop does. */
const ROLES = ['all', 'web', 'worker'] as const;
export type Role = (typeof ROLES)[number];
export const role = oneOf(...ROLES).transform((value) => value as Role);

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

/** A number from 0 to 1. */
export const share = text
  .refine((value) => /^(0|1|[01]?\.\d+)$/.test(value) && Number(value) <= 1, {
    error: ({ input }) => `must be a number from 0 to 1, not "${input}".`,
  })
  .transform(Number);

/** Headers as OpenTelemetry writes them: `name=value` pairs with percent-encoded values, separated by commas. */
export const otlpHeaders = text
  .refine((value) => value.split(',').every((pair) => /^\s*[\w-]+=(?:[^%,]|%[0-9a-f]{2})*$/i.test(pair)), {
    error: 'must be pairs such as name=value, separated by commas.',
    abort: true,
  })
  .transform((value) =>
    Object.fromEntries(
      value.split(',').map((pair) => {
        const [name = '', ...rest] = pair.split('=');
        return [name.trim(), decodeURIComponent(rest.join('=')).trim()];
      }),
    ),
  );
