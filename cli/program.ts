import { Command as CommanderCommand, type CommanderError, Help } from 'commander';
import type { Config } from '../server/config.ts';
import { openRunningPostgres, type PostgresHandle } from '../server/db/open-postgres.ts';
import { openServices } from '../server/services.ts';
import {
  auditOperator,
  CommandError,
  openCommandLog,
  requireCurrentSchema,
  type Command,
  type CommandInput,
  type CommandResult,
} from './command.ts';
import { alertCommands } from './commands/alert.ts';
import { claimCommands } from './commands/claim.ts';
import { exportCsvCommand, importCsvCommand, reindexCommand } from './commands/catalogue.ts';
import { coverCommands, importCoversCommand } from './commands/cover.ts';
import { couponCommands } from './commands/coupon.ts';
import { dispatchCommands } from './commands/dispatch.ts';
import { fulfilmentCommands } from './commands/fulfilment.ts';
import { contentCommands } from './commands/content.ts';
import { homeCommands } from './commands/home.ts';
import { listCommands } from './commands/list.ts';
import { mailCommands } from './commands/mail.ts';
import { configCommand, doctorCommand, migrateCommand, seedCommand, upkeepCommands } from './commands/maintenance.ts';
import { importOnixCommand } from './commands/onix.ts';
import { exportTableCommands } from './commands/export-tables.ts';
import { exportOnixCommand } from './commands/export-onix.ts';
import { orderCommands } from './commands/order.ts';
import { paymentCommands, refundCommands } from './commands/refund.ts';
import { importPortraitsCommand, portraitCommands } from './commands/portrait.ts';
import { preorderCommands } from './commands/preorder.ts';
import { returnCommands } from './commands/return.ts';
import { reviewCommands } from './commands/review.ts';
import { importSamplesCommand, sampleCommands } from './commands/sample.ts';
import { reorderCommands } from './commands/reorder.ts';
import { settingCommands } from './commands/settings.ts';
import { stockCommands } from './commands/stock.ts';
import { ticketCommands } from './commands/ticket.ts';
import { transferCommands } from './commands/transfer.ts';
import { invitationCommands } from './commands/invitation.ts';
import { userCommands } from './commands/user.ts';
import { zoneCommands } from './commands/zone.ts';
import { capitalize } from './output.ts';

/** Every command of the operator, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  migrateCommand,
  seedCommand,
  configCommand,
  doctorCommand,
  importCsvCommand,
  importOnixCommand,
  importCoversCommand,
  importSamplesCommand,
  importPortraitsCommand,
  exportCsvCommand,
  exportOnixCommand,
  ...exportTableCommands,
  reindexCommand,
  ...orderCommands,
  ...fulfilmentCommands,
  ...stockCommands,
  ...reorderCommands,
  ...preorderCommands,
  ...ticketCommands,
  ...alertCommands,
  ...reviewCommands,
  ...listCommands,
  ...refundCommands,
  ...returnCommands,
  ...claimCommands,
  ...paymentCommands,
  ...transferCommands,
  ...coverCommands,
  ...sampleCommands,
  ...portraitCommands,
  ...couponCommands,
  ...homeCommands,
  ...contentCommands,
  ...settingCommands,
  ...zoneCommands,
  ...dispatchCommands,
  ...userCommands,
  ...invitationCommands,
  ...mailCommands,
  ...upkeepCommands,
];

/** A command with its input, or the text of the help where that was requested. */
export type ParsedCommandLine = { command: Command; input: CommandInput } | { help: string };

/**
 * Parses a command line. `--help`, `help`, no words at all, and only the first word of several commands (`order`) request
 * help. Throws {@link CommandError} for the first mistake.
 */
export function parseCommandLine(commands: readonly Command[], argv: readonly string[]): ParsedCommandLine {
  let help = '';
  let parsed: ParsedCommandLine | undefined;
  const program = createProgram((text) => (help += text));
  for (const command of commands)
    addCommand(program, command).action((...params: unknown[]) => {
      const leaf = params.at(-1) as CommanderCommand;
      parsed = { command, input: readInput(leaf) };
    });
  try {
    program.parse([...argv], { from: 'user' });
  } catch (error) {
    if (!isHelp(error)) throw error;
  }
  return parsed ?? { help: help.trimEnd() };
}

function createProgram(write: (text: string) => void): CommanderCommand {
  return new CommanderCommand('npm run shop --')
    .option('--json', 'Print data instead of text.')
    .configureOutput({ writeOut: write, writeErr: write })
    .configureHelp({ formatHelp: (command, { helpWidth }) => new FlatHelp(helpWidth).formatHelp(command) })
    .exitOverride(endWith(''))
    .addHelpText('after', '\nCOMMAND --help explains one command. A running server of this shop need not be stopped.');
}

/** Help that lists the commands of every group, `order ship <NUMBER>`, instead of the groups. */
class FlatHelp extends Help {
  override showGlobalOptions = true;

  constructor(width: number | undefined) {
    super();
    if (width !== undefined) this.helpWidth = width;
  }

  override formatHelp(command: CommanderCommand): string {
    return super.formatHelp(command, this);
  }

  override visibleCommands(command: CommanderCommand): CommanderCommand[] {
    return super.visibleCommands(command).flatMap((one) => {
      if (one.commands.length > 0) return [...one.commands];
      return one.name() === 'help' ? [] : [one];
    });
  }

  override subcommandTerm(command: CommanderCommand): string {
    const args = command.registeredArguments.map((argument) => {
      const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
      return argument.required ? `<${name}>` : `[${name}]`;
    });
    return [pathOf(command), ...args].join(' ');
  }
}

/** The words that select a command, without the program's name. */
function pathOf(command: CommanderCommand): string {
  const { parent } = command;
  return parent?.parent ? `${parent.name()} ${command.name()}` : command.name();
}

function addCommand(program: CommanderCommand, { name, args = [], options = {}, summary }: Command): CommanderCommand {
  const [first = '', second] = name.split(' ');
  const leaf = second === undefined ? program.command(first) : findGroup(program, first).command(second);
  leaf.description(summary).exitOverride(endWith(name));
  for (const arg of args) leaf.argument(arg.startsWith('[') ? arg : `<${arg}>`);
  for (const [option, { placeholder, summary: meaning }] of Object.entries(options))
    leaf.option(placeholder ? `--${option} <${placeholder}>` : `--${option}`, meaning);
  return leaf;
}

function findGroup(program: CommanderCommand, name: string): CommanderCommand {
  const group = program.commands.find((one) => one.name() === name);
  return group ?? program.command(name).helpCommand(false).exitOverride(endWith(name));
}

function readInput(leaf: CommanderCommand): CommandInput {
  const { json, ...values } = leaf.optsWithGlobals<Record<string, string | true>>();
  const options = leaf.options.flatMap((option) => {
    const value = values[option.attributeName()];
    return value === undefined ? [] : [[option.long!.slice(2), value]];
  });
  return { args: leaf.args, options: Object.fromEntries(options), isJson: json === true };
}

function isHelp(error: unknown): boolean {
  return (error as CommanderError).code?.startsWith('commander.help') === true;
}

/** Passes requests for help on, and throws {@link CommandError} with one sentence for a mistake in a command's line. */
function endWith(name: string) {
  return (error: CommanderError): never => {
    if (isHelp(error)) throw error;
    const mistake = error.message
      .replace(/^error: /, '')
      .replace(/\.?\n?\(Did you mean (.*)\?\)$/s, ' (did you mean $1?)')
      .replace(/\.$/, '');
    throw new CommandError(
      name ? `"${name}": ${mistake}; see "${name} --help".` : `${capitalize(mistake)}; see --help.`,
    );
  };
}

/** Runs a command with what it requires open, and closes that again in any case. */
export async function runCommand(command: Command, input: CommandInput, config: Config): Promise<CommandResult> {
  if (command.requires === 'nothing') return command.run(input, config);
  const postgres = await openRunningPostgres(config, writeStatus);
  const signals = stopOnSignals(postgres, command.isInterruptible === true);
  const stoppable = { ...input, signal: signals.signal };
  try {
    if (command.requires === 'database') return await command.run(stoppable, postgres.connect);
    return await runInShop(command, stoppable, { config, postgres });
  } catch (error) {
    if (signals.isStopping()) await new Promise(() => {});
    throw error;
  } finally {
    await postgres.stop();
    signals.unsubscribe();
  }
}

type ShopContext = { config: Config; postgres: PostgresHandle };

async function runInShop(
  command: Extract<Command, { requires: 'shop' }>,
  input: CommandInput,
  { config, postgres }: ShopContext,
): Promise<CommandResult> {
  const { connect, pooled } = postgres;
  await requireCurrentSchema(connect);
  const log = openCommandLog();
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const shop = await openServices({
    config,
    publicUrl,
    connect,
    pooled,
    onError: (error) => log.error({ err: error }, 'in the background'),
  });
  try {
    const result = await command.run(input, shop);
    const about = auditName(result.data) ?? input.args[0] ?? '';
    if (command.isAudited) await auditOperator(shop.deps.db, { verb: command.name, about });
    return result;
  } finally {
    await shop.close();
  }
}

/** What the audit trail, which is never deleted, may call a thing: its number, code or id, never somebody's address. */
function auditName(data: unknown): string | undefined {
  const { number, code, id } = (data ?? {}) as Partial<Record<'number' | 'code' | 'id', string>>;
  return number ?? code ?? id;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

type Signals = { signal: AbortSignal; isStopping(): boolean; unsubscribe(): void };

/**
 * On Ctrl-C an embedded database that this process started is stopped cleanly; open transactions roll back. A command that is
 * interruptible is asked to end first, and stopped like that by the second one.
 */
function stopOnSignals(postgres: PostgresHandle, isInterruptible: boolean): Signals {
  const interruption = new AbortController();
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    if (isInterruptible && !interruption.signal.aborted) {
      writeStatus('Stopping after the batch in hand …');
      return interruption.abort();
    }
    isStopping = true;
    process.stderr.write('Stopped before the end.\n');
    void postgres.stop().finally(() => process.exit(130));
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return {
    signal: interruption.signal,
    isStopping: () => isStopping,
    unsubscribe: () => SIGNALS.forEach((signal) => process.off(signal, stop)),
  };
}

function writeStatus(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
