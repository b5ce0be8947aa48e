import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ORDER_STATES } from '#domain/orders/order.ts';
import { writeCustomers } from '../../server/admin/export-customers.ts';
import { writeOrders } from '../../server/admin/export-orders.ts';
import type { Services } from '../../server/services.ts';
import { writeLedger } from '../../server/payments/export-ledger.ts';
import { CommandError, readChoice, type Command, type CommandInput, type CommandOption } from '../command.ts';
import { writeAtomically } from '../../server/write-atomically.ts';

type Export = {
  name: string;
  summary: string;
  args?: readonly string[];
  options?: Record<string, CommandOption>;
  /** Throws {@link CommandError} for the first mistake. */
  write: (deps: Services['deps'], input: CommandInput) => AsyncIterable<string>;
};

/** A command that writes CSV to the file that is its last argument, or to standard output. */
function exportCommand({ name, summary, args = [], options = {}, write }: Export): Command {
  return {
    name,
    args: [...args, '[FILE]'],
    options,
    summary: `${summary} To standard output without FILE.`,
    isAudited: true,
    requires: 'shop',
    run: async (input, { deps }) => {
      const file = input.args[args.length];
      const text = write(deps, input);
      if (file === undefined) {
        await pipeline(Readable.from(text), process.stdout, { end: false });
        return {};
      }
      await writeAtomically(file, (part) => pipeline(Readable.from(text), createWriteStream(part, { mode: 0o600 })));
      return { text: `Written to ${file}.`, data: { file } };
    },
  };
}

const exportLedgerCommand = exportCommand({
  name: 'export ledger',
  args: ['MONTH'],
  summary: 'Write the ledger of a month, such as 2026-11, as CSV for the accountant.',
  write: ({ db }, { args: [month = ''] }) => {
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new CommandError(`MONTH is one such as 2026-11, not "${month}".`);
    return writeLedger(db, { month, locale: 'en' });
  },
});

const exportOrdersCommand = exportCommand({
  name: 'export orders',
  options: { state: { placeholder: 'STATE', summary: `Only those that are ${ORDER_STATES.join(', ')}.` } },
  summary: 'Write the orders as CSV, the newest first, with the personal data on them.',
  write: (deps, input) => writeOrders(deps, { status: readChoice(input, 'state', ORDER_STATES) }),
});

const exportCustomersCommand = exportCommand({
  name: 'export customers',
  summary: 'Write the customers as CSV, the newest first, with their personal data.',
  write: ({ db }) => writeCustomers(db),
});

export const exportTableCommands: readonly Command[] = [
  exportLedgerCommand,
  exportOrdersCommand,
  exportCustomersCommand,
];
