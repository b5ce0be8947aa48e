import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RETURN_STATES, type ReturnState } from '#domain/orders/return.ts';
import { transitionRefund } from '../../server/orders/refunds/transition-refund.ts';
import { acceptReturn } from '../../server/orders/returns/accept-return.ts';
import { listReturns, requireReturn, type ReturnDetails } from '../../server/orders/returns/queries.ts';
import { findReturnPhoto } from '../../server/orders/returns/return-photos.ts';
import type { Services } from '../../server/services.ts';
import {
  CommandError,
  optionValue,
  orNotFound,
  noteOption,
  readNote,
  type Command,
  type CommandOption,
} from '../command.ts';
import { formatFields, formatMoney, formatState, formatTable, formatTime } from '../output.ts';
import { listCommand, showCommand, transitionCommand } from '../resource-commands.ts';

export const returnCommands: readonly Command[] = [
  listCommand({
    name: 'return list',
    summary: 'List the newest returns; requested ones need a decision, received ones a payment.',
    states: RETURN_STATES,
    isLimited: true,
    list: listReturns,
    row: ({ requested_at, is_withdrawal, refund_id: _refund, ...row }) => ({
      ...row,
      withdrawal: is_withdrawal ? 'yes' : '',
      requested: formatTime(requested_at),
    }),
    empty: 'There are no such returns.',
  }),
  showCommand({
    name: 'return show',
    summary: 'Show a return with its items, its reason, its photos and its refund.',
    arg: 'NUMBER',
    find: findReturn,
    format: formatReturn,
  }),
  returnTransition('accept', 'accepted', 'Accept a requested return; its customer gets the label.', {
    run: ({ deps }, { refund_id }) => acceptReturn(deps, refund_id, 'operator'),
  }),
  returnTransition(
    'receive',
    'received',
    'Record that the books are back, which approves the refund and restocks them.',
    {
      run: async ({ deps }, { refund_id }) => {
        await transitionRefund(deps, refund_id, { to: 'approved', actor: 'operator' });
      },
    },
  ),
  returnTransition('decline', 'declined', 'Decline a return and its refund.', {
    options: noteOption,
    run: async ({ deps }, { refund_id }, note) => {
      await transitionRefund(deps, refund_id, { to: 'declined', actor: 'operator', note });
    },
  }),
  {
    name: 'return photos',
    args: ['NUMBER'],
    options: { to: { placeholder: 'FOLDER', summary: 'Where to write them.' } },
    summary: 'Write the photos of a return to a folder.',
    isAudited: true,
    requires: 'shop',
    run: async (input, shop) => {
      const [number = ''] = input.args;
      const folder = optionValue(input, 'to');
      if (!folder) throw new CommandError('--to names the folder to write the photos to.');
      const { photos } = await findReturn(shop, number);
      mkdirSync(folder, { recursive: true });
      const files: string[] = [];
      for (const id of photos) {
        const contents = await findReturnPhoto(shop.deps, id);
        if (contents) files.push(join(folder, `${id}.jpg`));
        if (contents) writeFileSync(files.at(-1)!, contents);
      }
      return { text: files.join('\n') || `The return ${number} has no photos.`, data: files };
    },
  },
];

type ReturnTransition = {
  options?: Record<string, CommandOption>;
  run: (shop: Services, item: ReturnDetails, note: string | undefined) => Promise<void>;
};

function returnTransition(
  verb: string,
  to: ReturnState,
  summary: string,
  { options = {}, run }: ReturnTransition,
): Command {
  return transitionCommand({
    name: `return ${verb}`,
    summary: `${summary} The customer gets an email.`,
    options,
    arg: 'NUMBER',
    find: findReturn,
    readInput: readNote,
    run,
    tooLate: ({ number, status }) => `The return ${number} is ${status}; it cannot become ${formatState(to)}.`,
    done: ({ number }) => `The return ${number} is now ${formatState(to)}.`,
  });
}

/** By its number, with or without its letter. */
async function findReturn({ deps: { db } }: Services, text: string): Promise<ReturnDetails> {
  const number = /^\d+$/.test(text) ? `R-${text}` : text;
  return orNotFound(`There is no return ${number}; "return list" lists them.`, requireReturn(db, number));
}

function formatReturn({ refund, photos, ...returned }: ReturnDetails): string {
  const fields = formatFields({
    Return: returned.number,
    Order: returned.order,
    Status: returned.status,
    Withdrawal: returned.is_withdrawal ? 'yes' : null,
    Email: returned.email,
    Requested: formatTime(returned.requested_at),
    Reason: returned.reason,
    Note: refund.note,
    Refund: `${refund.id}, ${formatState(refund.status)}, ${formatMoney(refund.amount)}`,
    Photos: photos.length === 0 ? null : String(photos.length),
  });
  return [fields, formatTable(refund.lines.map(({ qty, title }) => ({ qty, title })))].join('\n\n');
}
