import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

export type { Logger };

/**
 * The program's log: a JSON line per record, readable on a terminal. It exists before the server does, so that nothing
 * that goes wrong while starting is lost; Fastify's lines go to the same one.
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

/** An error for the log, without what a failed statement was given: addresses, hashes, what people wrote. */
function describeError(error: Error): DescribedError {
  const { name: type, message, stack = '', cause, code } = error as Error & { code?: string };
  const plain = (text: string) => text.replace(/\nparams: [^]*?(?=\n {4}at |$)/, '');
  const described = { type, code, message: plain(message), stack: plain(stack) };
  return cause instanceof Error ? { ...described, cause: describeError(cause) } : described;
}
