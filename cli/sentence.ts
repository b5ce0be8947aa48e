import { DrizzleQueryError } from 'drizzle-orm';
import { asDatabaseError } from '../server/db/connection.ts';
import { Refusal } from '../server/refuse.ts';
import { refusalSentence } from '../server/words.ts';

/** What went wrong, for the operator: one line, never a stack. A wrong setting has a line per mistake. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Refusal) return refusalSentence('en', error.code);
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  const refused = asDatabaseError(cause);
  if (refused) return `The database refused this: ${refused.message}.`;
  const { code, syscall, message } = cause as NodeJS.ErrnoException;
  if (syscall === 'connect' || cause instanceof AggregateError) return `The database cannot be reached (${code}).`;
  return message || String(cause);
}
