import { listUnfitEvents, settleUnfitEvent } from '../server/payments/unfit-events.ts';
import { Refusal } from '../server/refuse.ts';
import { table, time } from './table.ts';
import { Failure, option, type Verb } from './verb.ts';

const list: Verb = {
  name: 'payment list',
  summary: 'List payments that fit no order: look them up at the provider, pay them back there, and settle them.',
  opens: 'shop',
  run: async (_, { deps: { db } }) => {
    const events = await listUnfitEvents(db);
    const rows = events.map(({ at, ...event }) => ({
      ...event,
      intent: event.intent ?? '',
      amount: event.amount ?? '',
      told: time(at),
    }));
    return { text: table(rows) || 'Every payment fits its order.', data: events };
  },
};

const settle: Verb = {
  name: 'payment settle',
  takes: ['ID'],
  options: { note: { hint: 'TEXT', summary: 'What was done about it.' } },
  summary: 'Say that a payment which fits no order is looked after.',
  changes: true,
  opens: 'shop',
  run: async (call, { deps: { db } }) => {
    const [id = ''] = call.words;
    const note = option(call, 'note')?.trim() ?? '';
    if (!/^\P{Cc}{1,2000}$/u.test(note)) throw new Failure('--note takes 1 to 2,000 characters on one line.');
    await settleUnfitEvent(db, id, note).catch((error: unknown) => {
      throw error instanceof Refusal
        ? new Failure(`There is no such payment ${id}; "payment list" tells them.`)
        : error;
    });
    return { text: `The payment ${id} is settled.`, data: { id, note } };
  },
};

export const paymentVerbs: readonly Verb[] = [list, settle];
