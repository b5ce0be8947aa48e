import { REFUND_STATES, refundStatesBefore } from '#domain/refund-state.ts';
import { listRefunds, requireRefund, type RefundDetails, type RefundSummary } from '../server/refunds/list-refunds.ts';
import { moveRefund, type RefundMove } from '../server/refunds/move-refund.ts';
import { ProviderFailed, ProviderRefused } from '../server/outside/payment-provider.ts';
import { Refusal } from '../server/refuse.ts';
import type { OpenShop } from '../server/shop.ts';
import { limitOf, limitOption, oneOf } from './list-options.ts';
import { facts, money, table, time } from './table.ts';
import { Failure, option, type Answer, type Call, type Verb, type VerbOption } from './verb.ts';

const list: Verb = {
  name: 'refund list',
  options: { state: { hint: 'STATE', summary: `Only refunds that are ${REFUND_STATES.join(', ')}.` }, ...limitOption },
  summary: 'List the newest refunds; those that are requested or approved wait for you.',
  opens: 'shop',
  run: async (call, { deps: { db } }) => {
    const rows = await listRefunds(db, { limit: limitOf(call), state: oneOf(call, 'state', REFUND_STATES) });
    return { text: table(rows.map(rowOf)) || 'There are no such refunds.', data: rows };
  },
};

const show: Verb = {
  name: 'refund show',
  takes: ['ID'],
  summary: 'Show a refund with its lines, its reason and what happened to it.',
  opens: 'shop',
  run: async (call, shop) => {
    const refund = await find(call, shop);
    return { text: textOf(refund), data: refund };
  },
};

const OTHERWISE = 'Once it is paid back in another way, say so with --by transfer.';
const NO_PROVIDER = `STRIPE_SECRET_KEY is needed to pay back what was paid at the payment provider. ${OTHERWISE}`;
const NOTE: Record<string, VerbOption> = { note: { hint: 'TEXT', summary: 'What the customer is told, and why.' } };

export const refundVerbs: readonly Verb[] = [
  list,
  show,
  mover('approve', 'approved', 'Owe a requested refund: its copies go back on the shelf, unless they are damaged.'),
  mover('decline', 'declined', 'Decline a requested refund.', NOTE),
  mover(
    'pay-out',
    'paid_out',
    'Pay an approved refund back the way it was paid; for a transfer, enter that its money has left.',
    { by: { hint: 'transfer', summary: 'Enter that it was paid back by transfer, whatever way it was paid.' } },
  ),
];

function mover(word: string, to: RefundMove['to'], summary: string, options: Record<string, VerbOption> = {}): Verb {
  return {
    name: `refund ${word}`,
    takes: ['ID'],
    options,
    summary: `${summary} Its customer gets a mail.`,
    changes: true,
    opens: 'shop',
    run: (call, shop) => move(call, shop, to),
  };
}

async function move(call: Call, shop: OpenShop, to: RefundMove['to']): Promise<Answer> {
  const { id, order, amount } = await find(call, shop);
  const note = noteOf(call);
  const isTransferred = oneOf(call, 'by', ['transfer']) === 'transfer';
  try {
    await moveRefund(shop.deps, id, { to, actor: 'operator', isTransferred, ...(note && { note }) });
  } catch (error) {
    if (error instanceof ProviderFailed) throw new Failure(sentenceOf(error));
    if (error instanceof Refusal && error.code === 'payment_unreachable') throw new Failure(NO_PROVIDER);
    if (!(error instanceof Refusal && error.code === 'too_late')) throw error;
    const { status } = await requireRefund(shop.deps.db, id);
    const before = refundStatesBefore(to).map(wordOf).join(' or ');
    throw new Failure(`The refund ${id} is ${wordOf(status)}; only one that is ${before} can become ${wordOf(to)}.`);
  }
  const text = `The refund of ${money(amount)} for the order ${order} is ${wordOf(to)} now.`;
  return { text, data: await requireRefund(shop.deps.db, id) };
}

/** Whoever is told that it is not known must not pay in another way. */
function sentenceOf(error: ProviderFailed): string {
  return error instanceof ProviderRefused
    ? `The payment provider refuses: ${error.message} ${OTHERWISE}`
    : `Nobody knows whether the payment provider has paid it back (${error.message}); run the same command again.`;
}

async function find({ words: [id] }: Call, { deps: { db } }: OpenShop): Promise<RefundDetails> {
  return requireRefund(db, id!).catch((error: unknown) => {
    throw error instanceof Refusal ? new Failure(`There is no refund ${id}; "refund list" tells them.`) : error;
  });
}

/** It stands in a mail, so it is text without control characters other than line breaks. */
function noteOf(call: Call): string | undefined {
  const note = option(call, 'note')?.trim();
  if (note === undefined || /^[\P{Cc}\n]{1,2000}$/u.test(note)) return note;
  throw new Failure('--note takes 1 to 2,000 characters of plain text.');
}

function rowOf({ id, order, status, amount, reason, email, requested_at }: RefundSummary) {
  return { id, order, state: status, amount: money(amount), reason, asked: time(requested_at), 'e-mail': email };
}

function textOf(refund: RefundDetails): string {
  const about = facts({
    Refund: refund.id,
    Order: refund.order,
    State: refund.status,
    'E-mail': refund.email,
    Asked: time(refund.requested_at),
    Reason: refund.reason,
    Note: refund.note,
    Delivery: refund.shipping > 0 ? money(refund.shipping) : null,
    Amount: money(refund.amount),
  });
  const lines = refund.lines.map(({ qty, title, amount, restocked }) => ({
    qty,
    title,
    amount: money(amount),
    'on the shelf again': restocked,
  }));
  const moves = refund.moves.map(({ status, at, actor, note }) => ({
    state: status,
    at: time(at),
    by: actor,
    note: note ?? '',
  }));
  return [about, table(lines), table(moves)].join('\n\n');
}

function wordOf(state: string): string {
  return state.replace('_', ' ');
}
