import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import type { Command, CommandInput, CommandResult } from '../cli/command.ts';
import { COMMANDS, parseCommandLine, runCommand } from '../cli/program.ts';
import { readConfig } from '../server/config.ts';
import type { Services } from '../server/services.ts';

export type RunCommand = (...argv: string[]) => Promise<CommandResult>;

function parse(argv: readonly string[]): { command: Command; input: CommandInput } {
  const parsed = parseCommandLine(COMMANDS, argv);
  if ('help' in parsed) throw new Error(`${argv.join(' ')} is no command.`);
  return parsed;
}

/** Runs operator commands in a running shop; they leave no entry in the audit trail. */
export function commandsIn(shop: Services): RunCommand {
  return async (...argv) => {
    const { command, input } = parse(argv);
    if (command.requires === 'nothing') return command.run(input, shop.deps.config);
    return command.requires === 'database' ? command.run(input, shop.connect) : command.run(input, shop);
  };
}

/** Runs operator commands on a database as the command line does: opens what they require, audits and closes again. */
export function commandsOn({ host, port, user, password, database }: pg.PoolConfig): RunCommand {
  const dataDir = mkdtempSync(join(inject('cluster').folder, 'cli-'));
  const parameters = { host: host!, port: String(port), user: user!, password: String(password) };
  const databaseUrl = `postgresql:///${database}?${new URLSearchParams(parameters)}`;
  const config = readConfig({ DATABASE_URL: databaseUrl, AUTH_SECRET: 'x'.repeat(40), DATA_DIR: dataDir });
  return async (...argv) => {
    const { command, input } = parse(argv);
    return runCommand(command, input, config);
  };
}
