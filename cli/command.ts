import type pg from 'pg';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import { isWholeSen, senFromRinggit } from '#domain/money.ts';
import type { Config } from '../server/config.ts';
import type { Services } from '../server/services.ts';
import { userInfo } from 'node:os';
import { ApiError } from '../server/api-error.ts';
import { writeAudit } from '../server/audit/audit.ts';
import { InvalidFileError } from '../server/catalogue/csv-format.ts';
import { type Database, openPool } from '../server/db/connection.ts';
import { findSchemaStatus } from '../server/db/migrate.ts';
import { explainError, type ExplainedError } from '../server/explain-error.ts';
import { openLog, type Logger } from '../server/log.ts';
import { errorMessage } from '../server/translations.ts';

/** An option of a command; one without a `placeholder` for its value is a switch. */
export type CommandOption = { placeholder?: string; summary: string };

export type CommandDefinition = {
  /** The words that select it: `order ship`. */
  name: string;
  /** Its arguments as help shows them; one in brackets is optional. */
  args?: readonly string[];
  options?: Readonly<Record<string, CommandOption>>;
  summary: string;
  /** Whether its run is entered in the audit trail; commands that require only the database do that themselves. */
  isAudited?: true;
  /** On Ctrl-C it ends by itself, once what it has in hand is whole, by the `signal` of its input. */
  isInterruptible?: true;
};

/** A command of the operator. `requires` says what must be open for it: nothing, the database, or the whole shop. */
export type Command = CommandDefinition &
  (
    | { requires: 'nothing'; run: (input: CommandInput, config: Config) => Promise<CommandResult> }
    | { requires: 'database'; run: (input: CommandInput, connect: pg.PoolConfig) => Promise<CommandResult> }
    | { requires: 'shop'; run: (input: CommandInput, shop: Services) => Promise<CommandResult> }
  );

/** The parsed command line of a command: its arguments, and its options by name. */
export type CommandInput = {
  args: readonly string[];
  options: Readonly<Record<string, string | true>>;
  isJson: boolean;
  signal?: AbortSignal;
};

/**
 * The output of a command: `text` for people, `data` for `--json`; neither where it wrote to standard output itself.
 * With a `failure` both are printed and the command fails with that sentence.
 */
export type CommandResult = { text?: string; data?: unknown; failure?: string };

/** Ends a command with one sentence for the operator. */
export class CommandError extends Error {}

/** What `list` finds for the ISBN that an operator wrote. Throws {@link CommandError} for what is none, or not in the shop. */
export async function requireByIsbn<T>(text: string, list: (isbns: readonly string[]) => Promise<T[]>): Promise<T> {
  const isbn = parseIsbn(text);
  if (isbn === undefined) throw new CommandError(`"${text}" is no ISBN.`);
  const [found] = await list([isbn]);
  if (!found) throw new CommandError(`The shop has no title with the ISBN ${isbn}.`);
  return found;
}

/** Waits for a lookup. Throws {@link CommandError} with `sentence` where it finds nothing. */
export async function orNotFound<T>(sentence: string, lookup: Promise<T>): Promise<T> {
  return lookup.catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'not_found' ? new CommandError(sentence) : error;
  });
}

/** The operating system's user, for the records: by number where it has no name, as in some containers. */
export function operatingSystemUser(readUser: () => { username: string } = userInfo): string {
  try {
    return readUser().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

/** The value of an option; undefined where it is not given. */
export function optionValue(input: CommandInput, name: string): string | undefined {
  const value = input.options[name];
  return value === true ? undefined : value;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 10_000;

/** The option of long lists. */
export const limitOption: Record<string, CommandOption> = {
  limit: { placeholder: 'N', summary: `How many to list, newest first. Default: ${DEFAULT_LIMIT}.` },
};

/** The number of rows to list. Throws {@link CommandError} unless it is a whole number from 1 to 10,000. */
export function readLimit(input: CommandInput): number {
  const text = optionValue(input, 'limit') ?? String(DEFAULT_LIMIT);
  const limit = Number(text);
  if (/^\d+$/.test(text) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new CommandError(`--limit must be a whole number from 1 to ${MAX_LIMIT}, not "${text}".`);
}

/** One of several words. Throws {@link CommandError} for any other. */
export function readChoice<T extends string>(input: CommandInput, name: string, allowed: readonly T[]): T | undefined {
  const text = optionValue(input, name);
  const found = allowed.find((word) => word === text);
  if (text === undefined || found) return found;
  throw new CommandError(`--${name} must be one of ${allowed.join(', ')}, not "${text}".`);
}

/** Whether text is one line of 1 to `max` characters without control characters. */
export function isLine(text: string | undefined, max: number): text is string {
  return text !== undefined && text.length > 0 && [...text].length <= max && !/\p{Cc}/u.test(text);
}

/** The option of commands that record which member of staff ran them. */
export const actorOption: Record<string, CommandOption> = {
  as: { placeholder: 'NAME', summary: "The staff member's name. Default: the operating system's user." },
};

/** The acting staff member. Throws {@link CommandError} for "customer", which the records use for customers, and for no name. */
export function readActor(input: CommandInput): string {
  const name = (optionValue(input, 'as') ?? operatingSystemUser()).trim();
  if (isLine(name, 100) && name.toLowerCase() !== 'customer') return name;
  throw new CommandError(`--as takes the name of a staff member, 1 to 100 characters on one line, not "${name}".`);
}

/** An amount in RM as typed, in sen. Throws {@link CommandError} for any other text. */
export function readSen(text: string, name: string): number {
  const ringgit = Number(text);
  if (/^\d+(\.\d{1,2})?$/.test(text) && isWholeSen(ringgit) && ringgit < 1e6) return senFromRinggit(ringgit);
  throw new CommandError(`--${name} must be an amount in RM such as 5 or 4.50, not "${text}".`);
}

/** A whole number from 1; null where the option is not given. */
export function readCount(input: CommandInput, name: string): number | null {
  const text = optionValue(input, name);
  if (text === undefined) return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new CommandError(`--${name} must be a whole number from 1, not "${text}".`);
}

/** A time with its zone, or a day, which begins at midnight in Malaysia; null where the option is not given. */
export function readTime(input: CommandInput, name: string): Date | null {
  const text = optionValue(input, name);
  if (text === undefined) return null;
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00+08:00` : text);
  if (!Number.isNaN(at.getTime()) && /^\d{4}-\d{2}-\d{2}(T.*(Z|[+-]\d{2}:\d{2}))?$/.test(text)) return at;
  throw new CommandError(
    `--${name} must be a day, or a time with its zone such as 2026-12-01T09:00+08:00, not "${text}".`,
  );
}

/** Records in the audit trail which operating system user ran which command on what. */
export async function auditOperator(db: Database, { verb, about }: { verb: string; about: string }): Promise<void> {
  const details = { verb, about: about.slice(0, 100), user: operatingSystemUser() };
  await writeAudit(db, { event: 'operator', actor: 'operator', details });
}

/** Throws {@link CommandError} unless the database holds a shop of a schema that this program runs on. */
export async function requireCurrentSchema(connect: pg.PoolConfig): Promise<void> {
  const status = await schemaStatus(connect);
  if (status !== 'current' && status !== 'newer') throw schemaError();
}

/** Whether the database holds a shop. Throws {@link CommandError} for one whose schema is not this program's. */
export async function hasShop(connect: pg.PoolConfig): Promise<boolean> {
  const status = await schemaStatus(connect);
  if (status === 'other' || status === 'newer') throw schemaError();
  return status === 'current';
}

async function schemaStatus(connect: pg.PoolConfig): ReturnType<typeof findSchemaStatus> {
  const pool = openPool(connect, { size: 1, onError: () => {} });
  try {
    return await findSchemaStatus(pool);
  } finally {
    await pool.end();
  }
}

function schemaError(): CommandError {
  return new CommandError('The database\'s schema is not this program\'s; run "npm run shop -- migrate" first.');
}

/** The log of commands: on standard error, from warnings on unless `LOG_LEVEL` says otherwise. */
export function openCommandLog(): Logger {
  return openLog({ logLevel: process.env.LOG_LEVEL || 'warn' }, process.stderr);
}

/**
 * What went wrong, for the operator: one line, never a stack (a wrong setting has a line per mistake); and whether it says
 * everything, or the log should have the rest.
 */
export function describeError(error: unknown): ExplainedError {
  if (error instanceof ApiError) return { sentence: errorMessage('en', error.code), isExpected: true };
  if (error instanceof CommandError || error instanceof InvalidFileError)
    return { sentence: error.message, isExpected: true };
  return explainError(error);
}

/** The option of commands that tell a customer why. */
export const noteOption: Record<string, CommandOption> = {
  note: { placeholder: 'TEXT', summary: 'The explanation that the customer gets.' },
};

/** An email contains it: text without control characters except line breaks. */
export function readNote(input: CommandInput): string | undefined {
  const note = optionValue(input, 'note')?.trim();
  if (note === undefined || /^[\P{Cc}\n]{1,2000}$/u.test(note)) return note;
  throw new CommandError('--note takes 1 to 2,000 characters of plain text.');
}

/** The options of commands that send a parcel. */
export const parcelOptions: Record<string, CommandOption> = {
  carrier: { placeholder: 'NAME', summary: 'Its carrier, such as "Pos Laju".' },
  tracking: { placeholder: 'CODE', summary: "The carrier's tracking number." },
};

/** Emails to the customer contain them, so they are one line each. */
export function readParcel(input: CommandInput): { carrier: string; tracking: string } | undefined {
  const [carrier, tracking] = [optionValue(input, 'carrier')?.trim(), optionValue(input, 'tracking')?.trim()];
  if (carrier === undefined && tracking === undefined) return undefined;
  if (isLine(carrier, 100) && isLine(tracking, 100)) return { carrier, tracking };
  throw new CommandError('--carrier and --tracking go together and take 1 to 100 characters on one line each.');
}
