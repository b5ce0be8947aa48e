import { ConfigError } from './config.ts';
import { asDatabaseError } from './db/connection.ts';
import { UnfitDatabaseError } from './db/check-database.ts';
import { UnmigratedError } from './db/migrate.ts';
import { NoHostError } from './db/locate-host.ts';
import { DataDirLockedError } from './db/open-postgres.ts';

/** One sentence for the operator, and whether it says everything: unexpected errors are logged too. */
export type ExplainedError = { sentence: string; isExpected: boolean };

type SystemError = NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string };

const CONNECT_ERROR_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOENT',
];
const WRITE_ERROR_REASONS: Record<string, string> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
};

/** Errors whose message is a sentence for the operator. */
const SAYING_ALL = [ConfigError, DataDirLockedError, NoHostError, UnfitDatabaseError, UnmigratedError];

/** Explanations of PostgreSQL's error codes for failed connections. */
const DATABASE_ERROR_REASONS: Record<string, string> = {
  '28P01': 'it does not accept the password',
  '28000': 'it does not accept this user',
  '3D000': 'there is no such database',
  '42501': 'this user may not do that',
  '53300': 'it has too many connections',
  '57P03': 'it is starting or stopping',
};

/** Why the program could not start or go on, in one sentence that names what to change; never a stack. */
export function explainError(error: unknown): ExplainedError {
  const root = rootOf(error);
  if (SAYING_ALL.some((type) => root instanceof type)) return expected(root.message);
  const known = explainListening(root) ?? explainConnecting(root) ?? explainDatabase(root) ?? explainWriting(root);
  if (known !== undefined) return expected(known);
  const failure = asDatabaseError(root);
  const sentence = failure ? `The database reported an error: ${failure.message}.` : messagesOf(error);
  return { sentence, isExpected: false };
}

function expected(sentence: string): ExplainedError {
  return { sentence, isExpected: true };
}

/** Drizzle wraps database errors; `connect` collects one error per address. */
function rootOf(error: unknown): SystemError {
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0]);
  const { cause } = error as Error;
  return cause instanceof Error ? rootOf(cause) : (error as SystemError);
}

function explainListening({ syscall, code, port, address, hostname }: SystemError): string | undefined {
  if (syscall === 'getaddrinfo') return `${hostname} cannot be found. Check HOST and DATABASE_URL.`;
  if (syscall !== 'listen') return undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is used by another program. Stop that one, or set PORT to another port.`;
  if (code === 'EACCES') return `Port ${port} is not open to this user. Set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `HOST: ${address} is not an address of this machine.`;
  return undefined;
}

function explainConnecting({ syscall, code, address, hostname, port, message }: SystemError): string | undefined {
  const place = address ?? hostname;
  const where = place ? ` at ${place}${port ? `:${port}` : ''}` : '';
  if (syscall === 'connect' && CONNECT_ERROR_CODES.includes(code ?? ''))
    return `The database${where} cannot be reached (${code}).`;
  if (/timeout expired|timeout exceeded when trying to connect|Connection terminated/.test(message))
    return 'The database does not respond.';
  return undefined;
}

function explainDatabase(root: SystemError): string | undefined {
  const failure = asDatabaseError(root);
  if (!failure) return undefined;
  if (failure.message.startsWith('unsupported startup parameter'))
    return 'DATABASE_URL is a pooler: set DATABASE_DIRECT_URL to PostgreSQL itself.';
  const reason = DATABASE_ERROR_REASONS[failure.code ?? ''];
  return reason && `The database rejected the connection or statement: ${reason} (${failure.message}).`;
}

function explainWriting({ code, path, syscall }: SystemError): string | undefined {
  const reason = WRITE_ERROR_REASONS[code ?? ''];
  return reason && path && syscall !== 'connect' ? `${path} cannot be written: ${reason} (${code}).` : undefined;
}

/** The messages of an unexpected error and its causes, without stacks. */
function messagesOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = error.message.split('\n')[0] || error.name;
  return error.cause instanceof Error ? `${message} (${messagesOf(error.cause)})` : message;
}
