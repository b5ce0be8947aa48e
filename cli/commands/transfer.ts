import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { decodeText } from '#contract/decode-text.ts';
import { formatSen } from '#domain/money.ts';
import { TRANSFER_LISTS } from '#domain/orders/match-transfers.ts';
import { ApiError } from '../../server/api-error.ts';
import { importStatement, previewStatement } from '../../server/payments/bank-statements.ts';
import {
  bookTransfers,
  dismissTransfer,
  reopenTransfer,
  returnSurplus,
  type Booking,
} from '../../server/payments/book-transfers.ts';
import { listDecidedTransfers, listOpenTransfers, type TransferRow } from '../../server/payments/transfers.ts';
import {
  CommandError,
  isLine,
  optionValue,
  orNotFound,
  type Command,
  type CommandInput,
  type CommandResult,
} from '../command.ts';
import { listCommand } from '../resource-commands.ts';

const ACTOR = 'operator';

const importCommand: Command = {
  name: 'transfer import',
  args: ['FILE'],
  summary: 'Store what came in by a bank statement in CSV; lines that are known already are not stored again.',
  isAudited: true,
  requires: 'shop',
  run: async ({ args: [file = ''] }, { deps }) => {
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(`${file} cannot be read (${error.code}).`);
    });
    const text = decodeText(bytes);
    const { mapping } = await previewStatement(deps.db, { text });
    if (mapping.date === null || mapping.amount === null)
      throw new CommandError(`It is unknown which column of ${file} is which; map them once in the back office.`);
    const done = await importStatement(deps, { name: basename(file), text, mapping }, ACTOR);
    const rows = done.unread.map(({ row, text: cells }) => `Row ${row} has no date and amount: ${cells}`);
    const counts = `${done.added} new, ${done.known} known, ${done.outgoing} of money that went out.`;
    return { text: [`Lines: ${counts}`, ...rows].join('\n'), data: done };
  },
};

const listTransfersCommand = listCommand({
  name: 'transfer list',
  summary: 'List lines of bank statements: open ones with the orders that they may pay, unless --state says otherwise.',
  states: TRANSFER_LISTS,
  isLimited: true,
  list: (db, { limit, state = 'open' }) =>
    state === 'open'
      ? listOpenTransfers(db).then((rows) => rows.slice(0, limit))
      : listDecidedTransfers(db, { state, limit }),
  row: ({ id, day, amount, payer, text, ...row }) => ({
    id,
    day,
    amount: formatSen(amount),
    payer,
    text: text.slice(0, 60),
    ...describe({ amount, ...row }),
  }),
  empty: 'There are no such transfers.',
});

function describe({
  order,
  amount,
  bookedAmount,
  returnedAt,
  note,
  match,
}: Pick<TransferRow, 'amount' | 'order' | 'bookedAmount' | 'returnedAt' | 'note' | 'match'>) {
  if (match?.kind === 'none') return { order: match.candidates.join(' '), why: match.reason };
  if (match) return { order: match.order, why: match.kind === 'certain' ? 'certain' : match.reason };
  if (order === null) return { order: '', why: note ?? '' };
  const surplus = amount - bookedAmount;
  if (surplus === 0) return { order, why: '' };
  return { order, why: `${formatSen(surplus)} ${returnedAt ? 'sent back' : 'to send back'}` };
}

const MESSAGES: Record<Booking['outcome'], string> = {
  paid: 'is now paid',
  reinstated: 'was cancelled for non-payment; it is reinstated and paid now',
  refunded: 'stays cancelled; a refund of the payment is approved, see "refund list --state approved"',
  linked: 'was marked as paid before; its transfer is this',
  surplus: 'needs no payment',
};

function bookingMessage(order: string, { outcome, surplus }: Booking): string {
  const rest = surplus > 0 ? ` ${formatSen(surplus)} is to be sent back, see "transfer list --state surplus".` : '';
  return `The order ${order} ${MESSAGES[outcome]}.${rest}`;
}

const bookCommand: Command = {
  name: 'transfer book',
  args: ['ID', 'NUMBER'],
  options: { surplus: { summary: 'The order needs no payment: all of the money is to be sent back.' } },
  summary: 'Book a transfer on an order, which it pays; what is above its total is to be sent back.',
  isAudited: true,
  requires: 'shop',
  run: async (input, shop) => {
    const [id = '', number = ''] = input.args;
    const isSurplus = input.options.surplus === true;
    const booking = await withReason(
      bookTransfers(shop.deps, { lines: [uuid(id)], order: number, isSurplus, actor: ACTOR }),
    );
    return { text: bookingMessage(number, booking), data: { id, order: number, ...booking } };
  },
};

const bookCertainCommand: Command = {
  name: 'transfer book-certain',
  summary: 'Book every open transfer that names an order waiting for a bank transfer of this amount.',
  isAudited: true,
  requires: 'shop',
  run: async (_, { deps }) => {
    const certain = (await listOpenTransfers(deps.db)).flatMap(({ id, match }) =>
      match?.kind === 'certain' ? [{ id, order: match.order }] : [],
    );
    const lines: string[] = [];
    for (const { id, order } of certain) {
      const booking = bookTransfers(deps, { lines: [id], order, actor: ACTOR });
      lines.push(
        await booking.then(
          (done) => bookingMessage(order, done),
          (error: unknown) => skippedMessage(order, error),
        ),
      );
    }
    return { text: lines.join('\n') || 'No transfer is certain.', data: { certain: certain.length, lines } };
  },
};

/** Somebody else was faster. */
function skippedMessage(order: string, error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return `The order ${order} was left as it is: somebody has dealt with it or its transfer.`;
}

const dismissCommand: Command = {
  name: 'transfer dismiss',
  args: ['ID'],
  options: { note: { placeholder: 'TEXT', summary: 'What it is.' } },
  summary: 'Mark a transfer as no payment of an order.',
  isAudited: true,
  requires: 'shop',
  run: async (input, { deps }) => {
    const note = optionValue(input, 'note')?.trim();
    if (!isLine(note, 500)) throw new CommandError('--note takes 1 to 500 characters on one line.');
    return decide(input, 'is no payment of an order', (id) => dismissTransfer(deps, { id, note, actor: ACTOR }));
  },
};

const reopenCommand: Command = {
  name: 'transfer reopen',
  args: ['ID'],
  summary: 'Take "transfer dismiss" back.',
  isAudited: true,
  requires: 'shop',
  run: (input, { deps }) => decide(input, 'is open again', (id) => reopenTransfer(deps, id)),
};

const returnCommand: Command = {
  name: 'transfer return',
  args: ['ID'],
  summary: 'Record that the surplus of a transfer was sent back to its payer. The customer gets an email.',
  isAudited: true,
  requires: 'shop',
  run: (input, { deps }) => decide(input, 'has its surplus sent back', (id) => returnSurplus(deps, id)),
};

async function decide(
  { args: [id = ''] }: CommandInput,
  done: string,
  run: (id: string) => Promise<unknown>,
): Promise<CommandResult> {
  await withReason(run(uuid(id)));
  return { text: `The transfer ${id} ${done}.`, data: { id } };
}

function uuid(text: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text;
  throw new CommandError(`There is no transfer ${text}; "transfer list" lists them.`);
}

function withReason<T>(command: Promise<T>): Promise<T> {
  const isFound = orNotFound('There is no such transfer or order; "transfer list" lists transfers.', command);
  return isFound.catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'too_late') throw error;
    throw new CommandError('Somebody has dealt with it already; see "transfer list" and "order show".');
  });
}

export const transferCommands: readonly Command[] = [
  importCommand,
  listTransfersCommand,
  bookCommand,
  bookCertainCommand,
  dismissCommand,
  reopenCommand,
  returnCommand,
];
