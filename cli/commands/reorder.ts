import { writeFile } from 'node:fs/promises';
import type { LowStockRow, Suggestion } from '#contract/admin-reorder.ts';
import { MAX_LOW_STOCK, MAX_ON_ORDER } from '#domain/reorder.ts';
import { reorderSettings } from '../../server/admin/reorder.ts';
import { findReorder, setLowStock, setOnOrder, writePurchaseList } from '../../server/catalogue/on-order.ts';
import { listLowStock, listSuggestions } from '../../server/catalogue/reorder.ts';
import { CommandError, limitOption, optionValue, readLimit, type Command, type CommandInput } from '../command.ts';
import { formatTable } from '../output.ts';
import { writeAtomically } from '../../server/write-atomically.ts';
import { transitionCommand } from '../resource-commands.ts';
import { requireFormat } from './stock.ts';

const lowCommand: Command = {
  name: 'stock low',
  options: limitOption,
  summary: 'List the formats with few or no copies left, those with the most open demand first.',
  requires: 'shop',
  run: async (input, { deps: { db, settings } }) => {
    const { rows } = await listLowStock(db, reorderSettings(settings), { limit: readLimit(input) });
    return { text: formatTable(rows.map(lowRow)) || 'No format is low.', data: rows };
  },
};

function lowRow({ isbn, title, format, stock, awaited, waiting, sold, low_stock, on_order }: LowStockRow) {
  return {
    isbn: isbn ?? '',
    title,
    format,
    stock,
    awaited,
    'readers waiting': waiting,
    'sold in 90 days': sold,
    'low at': low_stock,
    'on order': on_order,
  };
}

const suggestCommand: Command = {
  name: 'stock suggest',
  options: { csv: { placeholder: 'FILE', summary: 'Write the list for suppliers to FILE, by ISBN.' } },
  summary: 'List what to order again, by publisher, with the reason in numbers.',
  requires: 'shop',
  run: async (input, { deps: { db, settings } }) => {
    const { rows, total } = await listSuggestions(db, reorderSettings(settings));
    const file = optionValue(input, 'csv');
    if (file !== undefined && rows.length > 0) {
      const list = await writePurchaseList(
        db,
        rows.map(({ id, quantity: qty }) => ({ id, qty })),
      );
      await writeAtomically(file, (part) => writeFile(part, list));
      return { text: `${rows.length} of ${total} formats are in ${file}.`, data: { file } };
    }
    return { text: formatTable(rows.map(suggestionRow)) || 'There is nothing to order.', data: rows };
  },
};

function suggestionRow({ isbn, title, publisher, quantity, expected, ...row }: Suggestion) {
  return {
    publisher,
    isbn: isbn ?? '',
    title,
    order: quantity,
    'expected sales': expected,
    awaited: row.awaited,
    'readers waiting': row.waiting,
    stock: row.stock,
    'on order': row.on_order,
  };
}

const thresholdCommand = transitionCommand({
  name: 'stock threshold',
  summary: 'Set at how many copies a format is low: a number, or "default" for that of the shop.',
  arg: 'ISBN',
  moreArgs: ['COPIES'],
  find: requireFormat,
  readInput: ({ args: [, text = ''] }: CommandInput) => (text === 'default' ? null : readNumber(text, MAX_LOW_STOCK)),
  run: async ({ deps: { db } }, { id }, copies) => {
    const { lowStock: before } = await findReorder(db, id);
    await db.transaction((tx) => setLowStock(tx, { id, before, copies }));
    return copies;
  },
  done: ({ isbn }, copies) => `${isbn} is low at ${copies ?? 'the number of the shop'}.`,
});

const orderedCommand = transitionCommand({
  name: 'stock ordered',
  summary: 'Say how many copies of a format are on order with suppliers; what is received is taken off.',
  arg: 'ISBN',
  moreArgs: ['COPIES'],
  find: requireFormat,
  readInput: ({ args: [, text = ''] }: CommandInput) => readNumber(text, MAX_ON_ORDER),
  run: async ({ deps: { db } }, { id }, copies) => {
    const { onOrder: before } = await findReorder(db, id);
    await db.transaction((tx) => setOnOrder(tx, [{ id, before, copies }]));
    return copies;
  },
  done: ({ isbn }, copies) => `${isbn}: ${copies} on order.`,
});

export const reorderCommands: readonly Command[] = [lowCommand, suggestCommand, thresholdCommand, orderedCommand];

function readNumber(text: string, max: number): number {
  if (/^\d{1,6}$/.test(text) && Number(text) <= max) return Number(text);
  throw new CommandError(`COPIES takes a number from 0 to ${max}, not "${text}".`);
}
