import { addressLines } from '#domain/address.ts';
import type { Order } from '#contract/orders.ts';
import { trackingLink } from '#domain/orders/carrier.ts';
import type { OrderState } from '#domain/orders/order.ts';
import { formatDate, formatDateTime } from '#domain/dates.ts';
import { inDigitsOf, type Locale } from '#domain/locale.ts';
import { formatSen } from '#domain/money.ts';
import { adjustmentValues } from '#domain/pricing/price-breakdown.ts';
import type { PaymentMethod } from '#domain/orders/payment.ts';
import type { TotalLine } from '#domain/pricing/quote.ts';
import type { OrderAddress } from '../db/tables.ts';
import { getTranslator } from '../translations.ts';
import {
  isolateDirection,
  textBlock,
  buttonBlock,
  type EmailBlock,
  type EmailOrderLine,
  type EmailContent,
  type LabelledValue,
} from './email-content.ts';
import type { OrderEmailData, OrderEmailLine } from './order-email-data.ts';

/** The account that a transfer goes to. */
type BankTransfer = Omit<NonNullable<Order['payment']['instructions']>, 'qr'>;

/** An order confirmation, amounts in sen; old rows have no price breakdown, older ones no payment method. */
export type OrderPlacedData = OrderEmailData & {
  number: string;
  lines: readonly OrderEmailLine[];
  sums: readonly TotalLine[];
  address: OrderAddress;
  payBy?: PaymentMethod;
  transfer: BankTransfer;
  payable: number;
  /** The payment deadline; old rows have none. */
  dueAt?: string;
  link: string;
};

/** Sent halfway to the payment deadline of an unpaid order. */
export type PaymentReminderData = OrderEmailData &
  Required<Pick<OrderPlacedData, 'number' | 'payBy' | 'transfer' | 'payable' | 'dueAt' | 'link'>>;

/** Why an order changed status: not paid in time, paid late and revived, or its coupon was used with another order. */
export type TransitionReason = 'overdue' | 'revived' | 'coupon_used';

/** A status change of an order: the status, the timeline so far, the parcels, and the totals. */
export type OrderTransitionData = OrderEmailData & {
  number: string;
  state: Exclude<OrderState, 'placed'>;
  timeline?: { state: OrderState; at: string }[];
  parcels?: { carrier: string; tracking: string }[];
  because?: TransitionReason;
  link: string;
};

/** Emails about what a customer changed, cancelled or sends back. */
export type ChangeEmails = {
  address_changed: AddressChangedData;
  return_accepted: { number: string; returnNumber: string; link: string };
  /** The receipt of a withdrawal from the contract. */
  withdrawal_received: WithdrawalData;
};

export const CHANGE_TEMPLATES = {
  address_changed: addressChangedEmail,
  return_accepted: returnAcceptedEmail,
  withdrawal_received: withdrawalEmail,
};

/** The address is the order's own, read when the email is rendered. */
type AddressChangedData = Pick<OrderEmailData, 'address' | 'expected'> & { number: string; link: string };

export function orderPlacedEmail(data: OrderPlacedData, locale: Locale, shop: string): EmailContent {
  const t = getTranslator(locale);
  const { number, link } = data;
  return {
    subject: t('server.emails.order_placed.subject', { number, shop }),
    blocks: [
      textBlock(t('server.emails.order_placed.text', { number })),
      ...paymentBlocks(data, locale),
      buttonBlock(t('server.emails.order_placed.button'), link),
      ...orderBlocks(data, locale),
    ],
  };
}

export function paymentReminderEmail(data: PaymentReminderData, locale: Locale): EmailContent {
  const t = getTranslator(locale);
  const { number, payable, link } = data;
  return {
    subject: t('server.emails.payment_reminder.subject', { number }),
    blocks: [
      textBlock(t('server.emails.payment_reminder.text', { number, amount: formatSen(payable, locale) })),
      ...paymentBlocks(data, locale),
      textBlock(t('server.emails.payment_reminder.done')),
      buttonBlock(t('server.emails.payment_reminder.button'), link),
      ...orderBlocks(data, locale),
    ],
  };
}

export function orderTransitionEmail(data: OrderTransitionData, locale: Locale): EmailContent {
  const t = getTranslator(locale);
  const { number, parcels = [], timeline = [], link } = data;
  const state = t(`common.orderStates.${data.state}`);
  const rows = timeline.map((change): [string, string] => [
    t(`common.orderStates.${change.state}`),
    formatDateTime(change.at, locale),
  ]);
  return {
    subject: t('server.emails.order_moved.subject', { number, state }),
    blocks: [
      textBlock(t('server.emails.order_moved.text', { number, state })),
      textBlock(t(`common.nextSteps.${data.state}`)),
      ...(data.because ? [textBlock(t(`server.emails.order_moved.${data.because}`))] : []),
      ...parcels.map((parcel) => shipmentBlock(parcel, locale)),
      ...(rows.length > 0 ? [{ type: 'rows' as const, rows }] : []),
      buttonBlock(t('server.emails.order_moved.button'), link),
      ...orderBlocks(data, locale),
    ],
  };
}

/** Says where the order goes now, also to whoever did not change it. */
function addressChangedEmail({ number, address, expected, link }: AddressChangedData, locale: Locale): EmailContent {
  const t = getTranslator(locale);
  return {
    subject: t('server.emails.address_changed.subject', { number }),
    blocks: [
      textBlock(t('server.emails.address_changed.text', { number })),
      ...(address ? [addressBlock(address, locale)] : []),
      ...(expected === undefined ? [] : [textBlock(expected)]),
      textBlock(t('server.emails.address_changed.unexpected')),
      buttonBlock(t('server.emails.address_changed.button'), link),
    ],
  };
}

function returnAcceptedEmail(
  { number, returnNumber, link }: ChangeEmails['return_accepted'],
  locale: Locale,
): EmailContent {
  const t = getTranslator(locale);
  return {
    subject: t('server.emails.return_accepted.subject', { number: returnNumber }),
    blocks: [
      textBlock(t('server.emails.return_accepted.text', { number })),
      textBlock(t('server.emails.return_accepted.label')),
      buttonBlock(t('server.emails.return_accepted.button'), link),
    ],
  };
}

/** What was withdrawn from and when; `isSent`: the books have to be sent back. */
type WithdrawalData = {
  number: string;
  at: string;
  items: { title: string; qty: number }[];
  amount: number;
  isSent: boolean;
  link: string;
};

function withdrawalEmail({ number, at, items, amount, isSent, link }: WithdrawalData, locale: Locale): EmailContent {
  const t = getTranslator(locale);
  return {
    subject: t('server.emails.withdrawal_received.subject', { number }),
    blocks: [
      textBlock(t('server.emails.withdrawal_received.text', { number, moment: formatDateTime(at, locale) })),
      {
        type: 'panel',
        lines: items.map(({ title, qty }) => `${inDigitsOf(locale, `${qty} × `)}${isolateDirection(title, locale)}`),
      },
      textBlock(t('server.emails.withdrawal_received.refund', { amount: formatSen(amount, locale) })),
      ...(isSent ? [textBlock(t('server.emails.withdrawal_received.send'))] : []),
      buttonBlock(t('server.emails.withdrawal_received.button'), link),
    ],
  };
}

/** A parcel, linked to its carrier's tracking page where the carrier is known. */
export function shipmentBlock(parcel: { carrier: string; tracking: string }, locale: Locale): EmailBlock {
  const text = getTranslator(locale)('server.emails.order_moved.parcel', parcel);
  const link = trackingLink(parcel);
  return link ? { type: 'link', text, link } : textBlock(text);
}

/** The lines, totals and delivery address of an order. */
function orderBlocks({ lines = [], address, expected, ...totals }: OrderEmailData, locale: Locale): EmailBlock[] {
  return [
    ...(expected === undefined ? [] : [textBlock(expected)]),
    ...(lines.length > 0
      ? [{ type: 'orderLines' as const, lines: lines.map((line) => orderLineOf(line, locale)) }]
      : []),
    ...totalsBlocks(totals, locale),
    ...(address ? [addressBlock(address, locale)] : []),
  ];
}

/** A line at list price, and below it what reduced the price and from when it is dispatched. */
function orderLineOf(
  { title, format, qty, cost, reasons = [], picture, dispatchedFrom, awaited = 0 }: OrderEmailLine,
  locale: Locale,
): EmailOrderLine {
  const t = getTranslator(locale);
  const dispatch =
    dispatchedFrom === undefined
      ? awaited > 0
        ? t('common.awaitedCopies', { count: awaited })
        : undefined
      : t('common.dispatchedFrom', { date: formatDate(dispatchedFrom, locale) });
  const reductions = reasons.filter(({ code }) => code !== 'list_price');
  return {
    title: isolateDirection(title, locale),
    details: inDigitsOf(locale, `${qty} × `) + format,
    cost: formatSen(cost, locale),
    ...(picture !== undefined && { picture }),
    notes: [
      ...reductions.map((reason) => ({
        name: t(`common.priceBreakdown.${reason.code}`, adjustmentValues(reason, locale)),
        value: reason.amount === 0 ? '' : formatSen(reason.amount, locale),
      })),
      ...(dispatch === undefined ? [] : [{ name: dispatch, value: '' }]),
    ],
  };
}

function totalsBlocks({ sums = [], delivery }: OrderEmailData, locale: Locale): EmailBlock[] {
  const t = getTranslator(locale);
  if (sums.length === 0) return [];
  const note = delivery && t(`common.priceBreakdown.${delivery.code}`, adjustmentValues(delivery, locale));
  const rows = sums.map((sum): LabelledValue => {
    const row = { name: t(`common.totals.${sum.label}`, { code: sum.code ?? '' }), value: formatTotal(sum, locale) };
    return note && sum.label === 'shipping' ? { ...row, note } : row;
  });
  return [{ type: 'totals', totals: rows }];
}

/** An amount as the order page shows it. */
function formatTotal({ label, amount }: TotalLine, locale: Locale): string {
  if (label === 'shipping_unknown') return getTranslator(locale)('common.priceBreakdown.delivery_unknown');
  if (label === 'shipping' && amount === 0) return getTranslator(locale)('common.totals.free');
  return formatSen(amount, locale);
}

function addressBlock(address: OrderAddress, locale: Locale): EmailBlock {
  return {
    type: 'panel',
    name: getTranslator(locale)('server.emails.order_placed.deliverTo'),
    lines: addressLines(address).map((line) => isolateDirection(line, locale)),
  };
}

type PaymentData = Pick<OrderPlacedData, 'payBy' | 'transfer' | 'payable' | 'dueAt'>;

/** How to pay, and by when. */
function paymentBlocks(data: PaymentData, locale: Locale): EmailBlock[] {
  const how = isPaidOnline(data) ? [onlinePaymentBlock(data, locale)] : bankTransferBlocks(data, locale);
  if (data.dueAt === undefined) return how;
  const moment = formatDateTime(data.dueAt, locale);
  return [...how, textBlock(getTranslator(locale)('common.payment.due', { moment }))];
}

function isPaidOnline({ payBy = 'bank_transfer' }: PaymentData): boolean {
  return payBy !== 'bank_transfer';
}

/** The order page offers every payment method. */
function onlinePaymentBlock({ payable }: PaymentData, locale: Locale): EmailBlock {
  const t = getTranslator(locale);
  return textBlock(t('server.emails.order_placed.payOnline', { amount: formatSen(payable, locale) }));
}

function bankTransferBlocks({ payable, transfer }: PaymentData, locale: Locale): EmailBlock[] {
  const t = getTranslator(locale);
  return [
    textBlock(t('server.emails.order_placed.transfer', { amount: formatSen(payable, locale) })),
    {
      type: 'panel',
      lines: [
        t('server.emails.order_placed.bank', { bank: transfer.bank }),
        t('server.emails.order_placed.accountName', { name: transfer.account_name }),
        t('server.emails.order_placed.accountNumber', { number: transfer.account_number }),
        t('server.emails.order_placed.reference', { reference: transfer.reference }),
      ],
    },
  ];
}
