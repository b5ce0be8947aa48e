import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { readConfig } from '../server/config.ts';
import { CommandError, describeError, openCommandLog } from './command.ts';
import { COMMANDS, parseCommandLine, runCommand } from './program.ts';
import { escapeControls } from './output.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
/** A reader that closes early (`| head`) is no failure. */
process.stdout.on('error', () => {});

try {
  await main(process.argv.slice(2));
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') reportError(error);
}

async function main(argv: readonly string[]): Promise<void> {
  const parsed = parseCommandLine(COMMANDS, argv);
  if ('help' in parsed) return print(parsed.help);
  const { command, input } = parsed;
  // What takes long enough to be interrupted leaves the processor to the shop and to the database that it writes to.
  if (command.isInterruptible) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const { text, data, failure } = await runCommand(command, input, readConfig(process.env));
  const output = input.isJson && data !== undefined ? JSON.stringify(data, null, 2) : text;
  if (output) print(output);
  if (failure) throw new CommandError(failure);
}

function reportError(error: unknown): void {
  const { sentence, isExpected } = describeError(error);
  if (!isExpected) openCommandLog().error({ err: error }, 'the command failed');
  process.stderr.write(`${escapeControls(sentence)}\n`);
  process.exitCode = 1;
}

function print(text: string): void {
  process.stdout.write(`${escapeControls(text)}\n`);
}
