import { existsSync } from 'node:fs';
import { readConfig } from '../server/config.ts';
import { findVerb } from './find-verb.ts';
import { helpFor } from './help.ts';
import { runVerb } from './open.ts';
import { parseCall } from './parse-call.ts';
import { sentenceOf } from './sentence.ts';
import { Failure } from './verb.ts';
import { VERBS } from './verbs.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
/** A reader that has seen enough (`| head`) is no failure. */
process.stdout.on('error', () => {});

try {
  await main(process.argv.slice(2));
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') fail(sentenceOf(error));
}

async function main(typed: readonly string[]): Promise<void> {
  const found = findVerb(VERBS, typed);
  if ('help' in found) return print(helpFor(found.help));
  const call = parseCall(found.verb, found.rest);
  const { text, data, failure } = await runVerb(found.verb, call, readConfig(process.env));
  const shown = call.isJson && data !== undefined ? JSON.stringify(data, null, 2) : text;
  if (shown) print(shown);
  if (failure) throw new Failure(failure);
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
