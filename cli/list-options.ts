import { Failure, option, type Call } from './verb.ts';

const USUAL = 50;
const MOST = 10_000;

/** The option of every list. */
export const limitOption = { limit: { hint: 'N', summary: `How many, the newest first; ${USUAL} unless told.` } };

/** How many rows a list shall have. Throws {@link Failure} unless it is a whole number from 1 to 10,000. */
export function limitOf(call: Call): number {
  const text = option(call, 'limit') ?? String(USUAL);
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= MOST) return limit;
  throw new Failure(`--limit must be a whole number from 1 to ${MOST}, not "${text}".`);
}

/** One of several words that an option takes. Throws {@link Failure} for another. */
export function oneOf<T extends string>(call: Call, name: string, allowed: readonly T[]): T | undefined {
  const text = option(call, name);
  const found = allowed.find((word) => word === text);
  if (text === undefined || found) return found;
  throw new Failure(`--${name} must be one of ${allowed.join(', ')}, not "${text}".`);
}
