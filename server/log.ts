import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

export type { Logger };

/**
 * The program's log: a JSON line per record, readable on a terminal. It exists before the server does, so that nothing
 * that goes wrong while starting is lost; Fastify's lines go to the same one. No line names a person: addresses of requests,
 * their queries and bodies are not logged.
 */
export function openLog({ logLevel }: Pick<Config, 'logLevel'>, to?: DestinationStream): Logger {
  const redact = ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'];
  const options = { level: logLevel, redact, serializers: { err: describeError } };
  if (to) return pino(options, to);
  if (!process.stdout.isTTY) return pino(options);
  const readable = { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } };
  return pino({ ...options, transport: readable });
}

type DescribedError = { type: string; message: string; stack: string; [fact: string]: unknown };

/** What a failed statement was given: addresses, hashes, what people wrote. */
const PARAMETERS = /\nparams: [^]*?(?=\n {4}at |$)/;
/** PostgreSQL quotes a value that it does not take, JSON's parser and others what they were given. */
const QUOTED_VALUE = /(?<=: )"[^]*?"(?=\n|$)|(?<=, )"[^]*?"(?=\.\.\. is not| is not)/g;
const ADDRESS = /[^\s<>@"'(),;:=]+@[^\s<>@"'(),;:]+\.[^\s<>@"'(),;:]+/g;
/** Ours have 43 characters of base64url, some with a prefix. */
const TOKEN = /\bbk_[\w-]+|(?<![\w-])[\w-]{43}(?![\w-])/g;

/** An error for the log, without what it quotes of people: values, email addresses, tokens. */
function describeError(error: Error): DescribedError {
  const { name: type, message, stack = '', cause, code } = error as Error & { code?: string };
  const plain = (text: string) =>
    text.replace(PARAMETERS, '').replace(QUOTED_VALUE, '"…"').replace(ADDRESS, '…').replace(TOKEN, '…');
  const described = { type, code, message: plain(message), stack: plain(stack) };
  return cause instanceof Error ? { ...described, cause: describeError(cause) } : described;
}
