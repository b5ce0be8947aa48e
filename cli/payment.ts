import { listStuckPayments, settlePayment } from '../server/payments/stuck-payments.ts';
import { Refusal } from '../server/refuse.ts';
import { table, time } from './table.ts';
import { Failure, option, type Verb } from './verb.ts';

const list: Verb = {
  name: 'payment list',
  summary: 'List payments that fit no order, or that the provider neither closes nor pays back: look them up there.',
  opens: 'shop',
  run: async (_, { deps: { db } }) => {
    const payments = await listStuckPayments(db);
    const rows = payments.map(({ at, session, intent, amount, ...payment }) => ({
      ...payment,
      order: payment.order ?? '',
      since: time(at),
      session: session ?? '',
      intent: intent ?? '',
      amount: amount ?? '',
    }));
    return { text: table(rows) || 'Every payment is where it belongs.', data: payments };
  },
};

const settle: Verb = {
  name: 'payment settle',
  takes: ['ID'],
  options: { note: { hint: 'TEXT', summary: 'What was done about it.' } },
  summary: 'Say that such a payment is looked after; nothing more is tried.',
  changes: true,
  opens: 'shop',
  run: async (call, { deps: { db } }) => {
    const [id = ''] = call.words;
    const note = option(call, 'note')?.trim() ?? '';
    if (!/^\P{Cc}{1,2000}$/u.test(note)) throw new Failure('--note takes 1 to 2,000 characters on one line.');
    await settlePayment(db, id, note).catch((error: unknown) => {
      throw error instanceof Refusal
        ? new Failure(`There is no such payment ${id}; "payment list" tells them.`)
        : error;
    });
    return { text: `The payment ${id} is settled.`, data: { id, note } };
  },
};

export const paymentVerbs: readonly Verb[] = [list, settle];
