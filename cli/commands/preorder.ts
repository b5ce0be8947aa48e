import { parseIsbn } from '#domain/catalogue/isbn.ts';
import { formatDate } from '#domain/dates.ts';
import { listAwaitedFormats, setAwaitedLimit } from '../../server/orders/awaited-copies.ts';
import { CommandError, orNotFound, type Command } from '../command.ts';
import { formatTime } from '../output.ts';
import { listCommand } from '../resource-commands.ts';

const MAX_LIMIT = 1_000_000;

const limitCommand: Command = {
  name: 'preorder limit',
  args: ['ISBN', 'COPIES'],
  summary: 'Set for how many copies of a format beyond its stock orders are taken: a number, 0 for none, or "none".',
  isAudited: true,
  requires: 'shop',
  run: async ({ args: [text = '', copies = ''] }, { deps: { db } }) => {
    const isbn = parseIsbn(text);
    if (isbn === undefined) throw new CommandError(`"${text}" is no ISBN.`);
    const saved = setAwaitedLimit(db, isbn, readCopies(copies));
    const changed = await orNotFound(`The shop has no format with the ISBN ${isbn}.`, saved);
    const limit = changed.limit === null ? 'any number of' : `up to ${changed.limit}`;
    const awaited = `${changed.awaited} ${changed.awaited === 1 ? 'is' : 'are'} awaited`;
    return { text: `Orders for ${limit} copies of ${isbn} beyond the stock are taken; ${awaited}.`, data: changed };
  },
};

export const preorderCommands: readonly Command[] = [
  listCommand({
    name: 'preorder list',
    summary: 'List the formats of which orders wait for copies, the longest waiting first.',
    isLimited: true,
    list: listAwaitedFormats,
    row: ({ isbn, title, format, orders, copies, limit, since, from }) => ({
      isbn: isbn ?? '',
      title,
      format,
      orders,
      copies,
      limit: limit ?? 'none',
      since: formatTime(since),
      from: from ? formatDate(from, 'en') : 'unknown',
    }),
    empty: 'No order waits for copies.',
  }),
  limitCommand,
];

function readCopies(text: string): number | null {
  if (text === 'none') return null;
  const copies = /^\d{1,7}$/.test(text) ? Number(text) : NaN;
  if (copies <= MAX_LIMIT) return copies;
  throw new CommandError(`COPIES takes a number up to ${MAX_LIMIT}, or "none", not "${text}".`);
}
