import { readFile, writeFile } from 'node:fs/promises';
import { DEFAULT_LOCALE, isLocale, LOCALES } from '#domain/locale.ts';
import { PAPER_NAMES, PICK_ORDERS } from '#domain/orders/packing.ts';
import { MAX_SHIPMENTS } from '#domain/orders/shipment-list.ts';
import { ApiError } from '../../server/api-error.ts';
import { listOrdersToPack, makePickList } from '../../server/orders/fulfilment.ts';
import { listParcels } from '../../server/orders/parcels.ts';
import { readShipments, shipOrder, shipOrders } from '../../server/orders/ship-orders.ts';
import { renderPackingSlip } from '../../server/receipts/packing-slip.ts';
import { PAPERS } from '../../server/receipts/pdf-layout.ts';
import { loadLetterhead } from '../../server/receipts/letterhead.ts';
import { printParcels } from '../../server/receipts/print-parcels.ts';
import type { Services } from '../../server/services.ts';
import { errorMessage } from '../../server/translations.ts';
import {
  CommandError,
  optionValue,
  orNotFound,
  readChoice,
  type Command,
  type CommandInput,
  type CommandOption,
} from '../command.ts';
import { formatState, formatTable } from '../output.ts';
import { findOrder, orderNumber } from './order.ts';

const paperOption: Record<string, CommandOption> = {
  paper: { placeholder: 'SIZE', summary: `One of ${PAPER_NAMES.join(', ')}; a4 by default.` },
};

/** What those who pack and ship do with many orders at once. */
export const fulfilmentCommands: readonly Command[] = [
  {
    name: 'order pick-list',
    args: ['[NUMBER...]'],
    summary: `List what to fetch from the shelves for these orders, by title; without a number for the oldest ${PICK_ORDERS} that can be packed.`,
    requires: 'shop',
    run: pickList,
  },
  {
    name: 'order packing-slip',
    args: ['NUMBER', 'FILE'],
    options: {
      language: { placeholder: 'CODE', summary: `One of ${LOCALES.join(', ')}; English by default.` },
      ...paperOption,
    },
    summary: 'Write the packing slip of an order to a PDF file: books, address and gift message, and no prices.',
    requires: 'shop',
    run: writePackingSlip,
  },
  {
    name: 'order labels',
    args: ['FILE', 'NUMBER...'],
    options: paperOption,
    summary: 'Write the address labels of orders to a PDF file; four fit on a sheet of A4.',
    requires: 'shop',
    run: writeLabels,
  },
  {
    name: 'order ship-list',
    args: ['FILE'],
    options: {
      carrier: { placeholder: 'NAME', summary: 'Of rows without a carrier.' },
      'dry-run': { summary: 'Only say what each row would do.' },
    },
    summary:
      'Ship the packed orders of a CSV file with order number, carrier and tracking number, each by itself; sent again it changes nothing twice.',
    isAudited: true,
    requires: 'shop',
    run: shipList,
  },
];

async function pickList({ args }: CommandInput, { deps: { db } }: Services) {
  if (args.length > PICK_ORDERS) throw new CommandError(`A pick list takes at most ${PICK_ORDERS} orders.`);
  const oldest = args.length > 0 ? [] : await listOrdersToPack(db, { held: false, limit: PICK_ORDERS });
  const list = await makePickList(db, args.length > 0 ? args.map(orderNumber) : oldest.map(({ number }) => number));
  const rows = list.formats.map(({ title, contributors, format, isbn, copies, orders }) => ({
    copies,
    title,
    by: contributors.join(', '),
    format,
    isbn: isbn ?? '',
    orders: orders.map((one) => (one.copies === 1 ? one.number : `${one.number} × ${one.copies}`)).join(', '),
  }));
  const skipped = list.skipped.map(({ number, error }) => `Not ${number}: ${errorMessage('en', error)}`);
  return { text: [formatTable(rows) || 'There is nothing to fetch.', ...skipped].join('\n'), data: list };
}

async function shipList(input: CommandInput, { deps }: Services) {
  const [file = ''] = input.args;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be read (${error.code}).`);
  });
  const rows = await readShipments(deps.db, text, optionValue(input, 'carrier')).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'invalid') throw error;
    throw new CommandError(
      `${file} is no list of at most ${MAX_SHIPMENTS} parcels: its columns are order number, carrier and tracking number.`,
    );
  });
  const ready = rows.filter(({ effect }) => effect === 'ship');
  const isDry = input.options['dry-run'] === true;
  const results = isDry ? [] : await shipOrders(deps.db, ready, (parcel) => shipOrder(deps, parcel, 'operator'));
  const outcomes = new Map(results.map(({ number, outcome, error }) => [number, outcome ?? error]));
  const told = rows.map(({ line, number, carrier, tracking, effect }) => {
    const outcome = effect === 'ship' ? (outcomes.get(number) ?? 'ship') : effect;
    return { line, number, carrier, tracking, outcome: formatState(outcome) };
  });
  const failed = told.filter(({ outcome }) => !['ship', 'shipped', 'done'].includes(outcome)).length;
  return {
    text: formatTable(told) || 'The file has no rows.',
    data: told,
    ...(failed > 0 && { failure: `${failed} of ${rows.length} rows could not be applied.` }),
  };
}

async function writeLabels(input: CommandInput, { deps }: Services) {
  const [file = '', ...typed] = input.args;
  const paper = readChoice(input, 'paper', PAPER_NAMES) ?? 'a4';
  const numbers = [...new Set(typed.map(orderNumber))];
  const parcels = await orNotFound('There is no order with one of these numbers.', listParcels(deps.db, numbers));
  await writeFile(file, printParcels(parcels, deps, { kind: 'labels', paper }));
  const count = parcels.length === 1 ? '1 address label' : `${parcels.length} address labels`;
  return { text: `Wrote ${count} to ${file}.`, data: { numbers, file } };
}

async function writePackingSlip(input: CommandInput, shop: Services) {
  const [number = '', file = ''] = input.args;
  const locale = optionValue(input, 'language') ?? DEFAULT_LOCALE;
  if (!isLocale(locale)) throw new CommandError(`--language takes one of ${LOCALES.join(', ')}, not "${locale}".`);
  const { number: wanted } = await findOrder(shop, number);
  const [parcel] = await listParcels(shop.deps.db, [wanted]);
  const paper = PAPERS[readChoice(input, 'paper', PAPER_NAMES) ?? 'a4'];
  await writeFile(file, await renderPackingSlip(parcel!, { locale, ...(await loadLetterhead(shop.deps)) }, paper));
  return { text: `Wrote the packing slip of the order ${wanted} to ${file}.`, data: { number: wanted, file } };
}
