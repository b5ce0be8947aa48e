import { addressLines } from '#domain/address.ts';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { formatDate } from '#domain/dates.ts';
import { ORDER_STATES, orderStatesBefore } from '#domain/orders/order.ts';
import { formatPhone } from '#domain/phone.ts';
import { ApiError } from '../../server/api-error.ts';
import { listHeldLines, type HeldLine } from '../../server/orders/held-lines.ts';
import { listAllOrders, requireOrderByNumber } from '../../server/orders/queries.ts';
import { transitionOrder, type OrderTransition } from '../../server/orders/transition-order.ts';
import { recordPayment, type PaymentOutcome } from '../../server/payments/webhook.ts';
import type { Services } from '../../server/services.ts';
import { CommandError, orNotFound, parcelOptions, readParcel, type Command, type CommandOption } from '../command.ts';
import { formatFields, formatMoney, formatState, formatTable, formatTime } from '../output.ts';
import { listCommand, showCommand, transitionCommand } from '../resource-commands.ts';

/** Text for the operator, by what a payment did to its order. */
const PAYMENT_MESSAGES: Record<PaymentOutcome, string> = {
  paid: 'is now paid',
  reinstated: 'was cancelled for non-payment; it is reinstated and paid now',
  refunded: 'stays cancelled; a refund of the payment is approved, see "refund list --state approved"',
};

export const orderCommands: readonly Command[] = [
  listCommand({
    name: 'order list',
    summary: 'List the newest orders.',
    states: ORDER_STATES,
    isLimited: true,
    list: listAllOrders,
    row: ({ placed_at, payable, ...row }) => ({
      ...row,
      placed: formatTime(placed_at),
      payable: formatMoney(payable),
    }),
    empty: 'There are no such orders.',
  }),
  showCommand({
    name: 'order show',
    summary: 'Show an order with its lines, its delivery address and its status changes.',
    arg: 'NUMBER',
    find: findOrder,
    format: formatOrder,
  }),
  transitionCommand({
    name: 'order mark-paid',
    summary:
      'Record that a bank transfer for an order has arrived; an order cancelled for non-payment is reinstated, or its payment refunded.',
    arg: 'NUMBER',
    find: findOrder,
    run: ({ deps }, { id }) => recordPayment(deps, id, 'operator'),
    tooLate: ({ number, status }) =>
      `The order ${number} is ${status}${status === 'cancelled' ? ' and was refunded' : ''}; its payment was recorded before.`,
    done: ({ number }, outcome) => `The order ${number} ${PAYMENT_MESSAGES[outcome]}.`,
  }),
  orderTransition('pack', 'packed', 'Mark a paid order as packed; it can no longer be cancelled.'),
  orderTransition('ship', 'shipped', 'Mark a packed order as shipped.', parcelOptions),
  orderTransition('deliver', 'delivered', 'Mark a shipped order as delivered.'),
  orderTransition('cancel', 'cancelled', 'Cancel an order that is not packed, and release its copies and its coupon.'),
];

function orderTransition(
  verb: string,
  to: OrderTransition['to'],
  summary: string,
  options: Record<string, CommandOption> = {},
): Command {
  return transitionCommand({
    name: `order ${verb}`,
    summary: `${summary} The customer gets an email.`,
    options,
    arg: 'NUMBER',
    find: findOrder,
    readInput: readParcel,
    run: ({ deps }, { id, number }, parcel) =>
      transitionOrder(deps, id, { to, actor: 'operator', ...(parcel && { parcel }) }).catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || (error.code !== 'embargoed' && error.code !== 'awaiting_stock'))
          throw error;
        throw new CommandError(heldMessage(number, await listHeldLines(deps.db, id)));
      }),
    tooLate: ({ number, status }) =>
      `The order ${number} is ${status}; only one that is ${orderStatesBefore(to).join(' or ')} can become ${to}.`,
    done: ({ number }) => `The order ${number} is now ${to}.`,
  });
}

function heldMessage(number: string, lines: readonly HeldLine[]): string {
  const titles = lines.map(({ title, embargo, awaited }) => {
    const copies = awaited === 1 ? '1 copy is' : `${awaited} copies are`;
    return `"${title}", ${embargo ? `which is on sale from ${formatDate(embargo, 'en')}` : `of which ${copies} not in stock`}`;
  });
  return `The order ${number} cannot be dispatched yet: it has ${titles.join('; and ')}.`;
}

/** The number of an order as it is typed, with or without its letters. */
export function orderNumber(text: string): string {
  return /^\d+$/.test(text) ? `BK-${text}` : text.toUpperCase();
}

/** By its number, with or without its letters. */
export async function findOrder({ deps: { db, config } }: Services, text: string) {
  const number = orderNumber(text);
  return orNotFound(`There is no order ${number}.`, requireOrderByNumber(db, config, number));
}

function formatOrder(order: OrderWithTimeline): string {
  const { phone } = order.address;
  const fields = formatFields({
    Order: order.number,
    Status: order.status,
    Placed: formatTime(order.placed_at),
    Email: order.email,
    'Deliver to': addressLines(order.address).join(', '),
    Phone: phone && formatPhone(phone),
    'Gift message': order.gift_message,
    Note: order.note,
    Company: order.company,
    'Tax number': order.tax_number,
  });
  const events = formatTable(order.timeline.map(({ status, at }) => ({ status, at: formatTime(at) })));
  const parcels = formatTable(
    order.shipments.map(({ carrier, tracking, at }) => ({ carrier, tracking, at: formatTime(at) })),
  );
  return [fields, formatTable(order.lines.map(formatLine)), formatTotals(order), events, parcels]
    .filter(Boolean)
    .join('\n\n');
}

function formatLine({ qty, awaited, title, format, isbn, unit_price, proDis }: OrderWithTimeline['lines'][number]) {
  return {
    qty,
    awaited: awaited ?? '',
    title,
    format,
    isbn: isbn ?? '',
    price: formatMoney(unit_price),
    coupon: proDis > 0 ? formatMoney(-proDis) : '',
  };
}

function formatTotals(order: OrderWithTimeline): string {
  return formatFields({
    Subtotal: formatMoney(order.total),
    'Member discount': order.discount > 0 ? formatMoney(-order.discount) : null,
    [`Coupon ${order.coupon ?? ''}`]: order.proDis > 0 ? formatMoney(-order.proDis) : null,
    Delivery: formatMoney(order.shippingCost),
    'Gift wrap': order.gift_wrap > 0 ? formatMoney(order.gift_wrap) : null,
    Total: formatMoney(order.payable),
    'Payment due': order.payment.due_at ? formatTime(order.payment.due_at) : null,
    Payment: `${formatState(order.payment.method)}, ${order.payment.status}`,
  });
}
