import { REFUND_STATES, refundStatesBefore } from '#domain/orders/refund.ts';
import { ApiError } from '../../server/api-error.ts';
import { PaymentProviderError, ProviderDeclinedError } from '../../server/integrations/payment-provider.ts';
import {
  listRefunds,
  requireRefund,
  type RefundDetails,
  type RefundSummary,
} from '../../server/orders/refunds/queries.ts';
import {
  RefundInProgressError,
  transitionRefund,
  type RefundTransition,
} from '../../server/orders/refunds/transition-refund.ts';
import {
  listUnresolvedPayments,
  resolvePayment,
  ReturnInProgressError,
} from '../../server/payments/reconcile-payments.ts';
import type { Services } from '../../server/services.ts';
import {
  CommandError,
  isLine,
  optionValue,
  orNotFound,
  readChoice,
  noteOption,
  readNote,
  type Command,
  type CommandOption,
} from '../command.ts';
import { formatFields, formatMoney, formatState, formatTable, formatTime } from '../output.ts';
import { listCommand, showCommand, transitionCommand } from '../resource-commands.ts';

const OTHERWISE_MESSAGE = 'If you refund it in another way, record that with --by transfer.';
const NO_PROVIDER_MESSAGE = `STRIPE_SECRET_KEY is needed to refund a payment by card or FPX. ${OTHERWISE_MESSAGE}`;
const IN_PROGRESS_MESSAGE =
  'The money of this refund is being sent in another way; check with "refund show" in ten minutes.';
const BY_OPTION: Record<string, CommandOption> = {
  by: { placeholder: 'transfer', summary: 'Record that it was refunded by transfer, however it was paid.' },
};

export const refundCommands: readonly Command[] = [
  listCommand({
    name: 'refund list',
    summary: 'List the newest refunds; requested and approved ones need a decision or a payment.',
    states: REFUND_STATES,
    isLimited: true,
    list: listRefunds,
    row: formatRow,
    empty: 'There are no such refunds.',
  }),
  showCommand({
    name: 'refund show',
    summary: 'Show a refund with its items, its reason and its status changes.',
    arg: 'ID',
    find: findRefund,
    format: formatRefund,
  }),
  refundTransition(
    'approve',
    'approved',
    'Approve a requested refund, and restock its copies unless they are damaged.',
  ),
  refundTransition('decline', 'declined', 'Decline a requested refund.', noteOption),
  refundTransition(
    'pay-out',
    'paid_out',
    'Send the money of an approved refund the way it was paid; of a transfer, record that it was sent.',
    BY_OPTION,
  ),
];

function refundTransition(
  verb: string,
  to: RefundTransition['to'],
  summary: string,
  options: Record<string, CommandOption> = {},
): Command {
  const before = refundStatesBefore(to).map(formatState).join(' or ');
  return transitionCommand({
    name: `refund ${verb}`,
    summary: `${summary} The customer gets an email.`,
    options,
    arg: 'ID',
    find: findRefund,
    readInput: (input) => ({
      note: readNote(input),
      channel: readChoice(input, 'by', ['transfer']),
    }),
    run: ({ deps }, { id }, { note, channel }) =>
      transitionRefund(deps, id, { to, actor: 'operator', channel, ...(note && { note }) }).catch(explainPaymentError),
    tooLate: ({ id, status }) =>
      `The refund ${id} is ${formatState(status)}; only one that is ${before} can become ${formatState(to)}.`,
    done: ({ amount, order }) =>
      `The refund of ${formatMoney(amount)} for the order ${order} is now ${formatState(to)}.`,
  });
}

function explainPaymentError(error: unknown): never {
  if (error instanceof PaymentProviderError) throw new CommandError(providerMessage(error));
  if (error instanceof RefundInProgressError) throw new CommandError(IN_PROGRESS_MESSAGE);
  if (error instanceof ApiError && error.code === 'payment_unreachable') throw new CommandError(NO_PROVIDER_MESSAGE);
  throw error;
}

/** Where the outcome is unknown, it does not suggest another way: the customer might be refunded twice. */
function providerMessage(error: PaymentProviderError): string {
  return error instanceof ProviderDeclinedError
    ? `The payment provider declined: ${error.message} ${OTHERWISE_MESSAGE}`
    : `It is unknown whether the payment provider has refunded it (${error.message}); run the same command again.`;
}

async function findRefund({ deps: { db } }: Services, id: string): Promise<RefundDetails> {
  return orNotFound(`There is no refund ${id}; "refund list" lists them.`, requireRefund(db, id));
}

function formatRow({ id, order, status, amount, reason, email, requested_at }: RefundSummary) {
  return { id, order, status, amount: formatMoney(amount), reason, requested: formatTime(requested_at), email };
}

function formatRefund(refund: RefundDetails): string {
  const fields = formatFields({
    Refund: refund.id,
    Order: refund.order,
    Status: refund.status,
    Email: refund.email,
    Requested: formatTime(refund.requested_at),
    Reason: refund.is_withdrawal ? `${refund.reason} (withdrawal)` : refund.reason,
    Note: refund.note,
    Delivery: refund.shipping === 0 ? null : formatMoney(refund.shipping),
    'Gift wrap': refund.gift_wrap === 0 ? null : formatMoney(refund.gift_wrap),
    'Revoked discount': refund.withdrawn === 0 ? null : formatMoney(-refund.withdrawn),
    Total: formatMoney(refund.amount),
  });
  const lines = refund.lines.map(({ qty, title, amount, restocked }) => ({
    qty,
    title,
    amount: formatMoney(amount),
    restocked,
  }));
  const events = refund.moves.map(({ status, at, actor, note }) => ({
    status,
    at: formatTime(at),
    by: actor,
    note: note ?? '',
  }));
  return [fields, formatTable(lines), formatTable(events)].join('\n\n');
}

const listPaymentsCommand = listCommand({
  name: 'payment list',
  summary: 'List payments that match no order, or that the provider neither closes nor refunds: look them up there.',
  list: listUnresolvedPayments,
  row: ({ at, session, intent, amount, order, ...payment }) => ({
    ...payment,
    order: order ?? '',
    since: formatTime(at),
    session: session ?? '',
    intent: intent ?? '',
    amount: amount ?? '',
  }),
  empty: 'There are no unmatched payments.',
});

const settlePaymentCommand: Command = {
  name: 'payment settle',
  args: ['ID'],
  options: { note: { placeholder: 'TEXT', summary: 'What was done about it.' } },
  summary: 'Mark such a payment as resolved; the shop does nothing more about it.',
  isAudited: true,
  requires: 'shop',
  run: async (input, { deps: { db } }) => {
    const [id = ''] = input.args;
    const note = optionValue(input, 'note')?.trim();
    if (!isLine(note, 2000)) throw new CommandError('--note takes 1 to 2,000 characters on one line.');
    const resolved = resolvePayment(db, id, note).catch((error: unknown) => {
      if (!(error instanceof ReturnInProgressError)) throw error;
      throw new CommandError(`The provider is refunding the payment ${id} at the moment; check again in ten minutes.`);
    });
    await orNotFound(`There is no unmatched payment ${id}; "payment list" lists them.`, resolved);
    return { text: `The payment ${id} is now resolved.`, data: { id, note } };
  },
};

export const paymentCommands: readonly Command[] = [listPaymentsCommand, settlePaymentCommand];
