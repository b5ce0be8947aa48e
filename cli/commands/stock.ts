import { randomUUID } from 'node:crypto';
import type { StockHistory, StockRow } from '#contract/admin-stock.ts';
import { isRunningLow } from '#domain/reorder.ts';
import { MAX_ENTRY_COPIES } from '#domain/stock.ts';
import { reorderSettings } from '../../server/admin/reorder.ts';
import { findReorder, type FormatReorder } from '../../server/catalogue/on-order.ts';
import { bookStockCount, bookStockEntry, type NewStockEntry } from '../../server/catalogue/stock-entries.ts';
import { listStockRows, requireStockHistory } from '../../server/catalogue/stock-history.ts';
import type { Database } from '../../server/db/connection.ts';
import type { Services } from '../../server/services.ts';
import {
  actorOption,
  CommandError,
  isLine,
  optionValue,
  readActor,
  requireByIsbn,
  type Command,
  type CommandInput,
  type CommandOption,
} from '../command.ts';
import { formatFields, formatTable, formatTime } from '../output.ts';
import { showCommand, transitionCommand } from '../resource-commands.ts';

/** A format by the ISBN that an operator wrote. */
export function requireFormat({ deps: { db } }: Services, isbn: string): Promise<StockRow> {
  return requireByIsbn(isbn, ([known]) => listStockRows(db, { isbn: known! }));
}

const MOVEMENTS = 50;

type ShownStock = Omit<StockHistory, 'reorder'> & { reorder: FormatReorder; shopLowStock: number };

const showStockCommand = showCommand({
  name: 'stock show',
  summary: 'Show the stock of a format, what is on order, and its newest movements.',
  arg: 'ISBN',
  find: async (shop, isbn): Promise<ShownStock> => {
    const { id } = await requireFormat(shop, isbn);
    const { db, settings } = shop.deps;
    const [history, reorder] = await Promise.all([
      requireStockHistory(db, id, { limit: MOVEMENTS }),
      findReorder(db, id),
    ]);
    return { ...history, reorder, shopLowStock: reorderSettings(settings).lowStock };
  },
  format: formatStock,
});

function formatStock({ format, rows, reorder, shopLowStock }: ShownStock): string {
  const { lowStock, onOrder, sold, waiting } = reorder;
  const isLow = isRunningLow(format.stock, { own: lowStock, shop: shopLowStock });
  const fields = formatFields({
    Title: `${format.title}, ${format.format}`,
    ISBN: format.isbn,
    'In stock': isLow ? `${format.stock}, low` : format.stock,
    'Awaited by orders': format.awaited,
    'Readers waiting': waiting,
    'On order': onOrder,
    'Sold in 90 days': sold,
    'Low at': lowStock ?? `${shopLowStock}, as the shop says`,
  });
  const movements = rows.map(({ at, reason, quantity, stock, actor, order, reference, note }) => ({
    at: formatTime(at),
    reason,
    copies: quantity > 0 ? `+${quantity}` : quantity,
    stock,
    by: actor,
    about: order ?? reference ?? note ?? '',
  }));
  return [fields, formatTable(movements)].filter(Boolean).join('\n\n');
}

const noteOptions: Record<string, CommandOption> = {
  ...actorOption,
  note: { placeholder: 'TEXT', summary: 'Why, in at most 500 characters.' },
};

/** Books a change of the stock of one format, and prints the stock after it. */
function stockCommand(
  definition: { name: string; summary: string; options: Record<string, CommandOption> },
  book: (tx: Database, row: StockRow, input: CommandInput) => Promise<unknown>,
): Command {
  return transitionCommand({
    ...definition,
    arg: 'ISBN',
    moreArgs: ['COPIES'],
    find: requireFormat,
    readInput: (input) => input,
    run: async (shop, row, input) => {
      await shop.deps.db.transaction((tx) => book(tx, row, input));
      return requireFormat(shop, row.isbn!);
    },
    done: (_, { isbn, stock }) => `${isbn}: ${stock} in stock.`,
  });
}

const receiveCommand = stockCommand(
  {
    name: 'stock receive',
    summary: 'Book copies that came: first for orders that wait.',
    options: { ...actorOption, reference: { placeholder: 'TEXT', summary: 'The number of the delivery note.' } },
  },
  (tx, { id }, input) =>
    bookStockEntry(tx, {
      ...head(input),
      kind: 'received',
      reference: readLine(input, 'reference', 100),
      lines: [{ id, qty: readCopies(input, 1) }],
    }),
);

/** Corrections and damages need to say why. */
function correctionCommand(
  name: string,
  summary: string,
  entryOf: (input: CommandInput) => Pick<NewStockEntry, 'kind'> & { qty: number },
  options: Record<string, CommandOption> = {},
): Command {
  return stockCommand({ name, summary, options: { ...options, ...noteOptions } }, (tx, { id }, input) => {
    const { kind, qty } = entryOf(input);
    const note = readLine(input, 'note', 500);
    if (note === undefined) throw new CommandError('--note says why.');
    return bookStockEntry(tx, { ...head(input), kind, note, lines: [{ id, qty }] });
  });
}

const countCommand = stockCommand(
  {
    name: 'stock count',
    summary: 'Book how many copies stand on the shelf now, with those of orders that are not packed.',
    options: noteOptions,
  },
  (tx, { id }, input) =>
    bookStockCount(tx, {
      ...head(input),
      note: readLine(input, 'note', 500),
      lines: [{ id, counted: readCopies(input, 0), age: 0 }],
    }),
);

export const stockCommands: readonly Command[] = [
  showStockCommand,
  receiveCommand,
  correctionCommand(
    'stock adjust',
    'Correct the stock: there are so many copies more, or with --fewer fewer.',
    (input) => ({ kind: 'adjusted', qty: input.options.fewer ? -readCopies(input, 1) : readCopies(input, 1) }),
    { fewer: { summary: 'There are fewer copies.' } },
  ),
  correctionCommand('stock damage', 'Take damaged copies out of the stock.', (input) => ({
    kind: 'damaged',
    qty: readCopies(input, 1),
  })),
  countCommand,
];

const head = (input: CommandInput) => ({ id: randomUUID(), actor: readActor(input) });

function readCopies({ args: [, text = ''] }: CommandInput, least: number): number {
  const copies = /^\d{1,4}$/.test(text) ? Number(text) : -1;
  if (copies >= least) return copies;
  throw new CommandError(`COPIES takes a number from ${least} to ${MAX_ENTRY_COPIES}, not "${text}".`);
}

function readLine(input: CommandInput, name: string, max: number): string | undefined {
  const text = optionValue(input, name)?.trim();
  if (text === undefined || isLine(text, max)) return text;
  throw new CommandError(`--${name} takes 1 to ${max} characters on one line.`);
}
