import { formatMoment } from '#domain/clock.ts';
import type { DeliveryReason, LineReason } from '#domain/explain.ts';
import { directionOf, type Locale } from '#domain/locale.ts';
import { formatSen } from '#domain/money.ts';
import { reasonValues } from '#domain/reason-values.ts';
import type { OrderState } from '#domain/order-state.ts';
import type { PaymentMethod } from '#domain/payment.ts';
import type { Sum } from '#domain/sums.ts';
import type { OrderAddress } from '../db/tables.ts';
import type { BankTransfer } from '../payments/bank-transfer.ts';
import { words } from '../words.ts';
import type { Block, Draft } from './draft.ts';

/** What a confirmation tells; mails from before explanations have no reasons, older ones no way of paying. Amounts in sen. */
export type OrderPlaced = {
  number: string;
  lines: { title: string; format: string; qty: number; cost: number; reasons?: LineReason[] }[];
  sums: Sum[];
  delivery?: DeliveryReason;
  address: OrderAddress;
  payBy?: PaymentMethod;
  transfer: BankTransfer;
  payable: number;
  link: string;
};

/** What the news of a move tells: the state, everything that happened so far, the parcels, and what it all costs. */
export type OrderMoved = {
  number: string;
  state: Exclude<OrderState, 'placed'>;
  timeline?: { state: OrderState; at: string }[];
  parcels?: { carrier: string; tracking: string }[];
  sums?: Sum[];
  delivery?: DeliveryReason | null;
  link: string;
};

export function orderPlaced(facts: OrderPlaced, locale: Locale, shop: string): Draft {
  const t = words(locale);
  const { number, address, link } = facts;
  const place = [address.line1, address.line2, `${address.zip} ${address.city}`, address.state];
  return {
    subject: t('server.mails.order_placed.subject', { number, shop }),
    blocks: [
      { text: t('server.mails.order_placed.text', { number }) },
      { rows: facts.lines.flatMap((line) => lineRows(line, locale)) },
      ...sumBlocks(facts, locale),
      ...(isPaidOnline(facts) ? [onlineBlock(facts, locale)] : transferBlocks(facts, locale)),
      {
        text: `${t('server.mails.order_placed.deliverTo')}: ${[address.name, ...place]
          .filter((part) => part !== null)
          .map((part) => apart(part, locale))
          .join(', ')}`,
      },
      { button: t('server.mails.order_placed.button'), link },
    ],
  };
}

export function orderMoved(facts: OrderMoved, locale: Locale): Draft {
  const t = words(locale);
  const { number, parcels = [], timeline = [], link } = facts;
  const state = t(`common.orderStates.${facts.state}`);
  const moves = timeline.map((move): [string, string] => [
    t(`common.orderStates.${move.state}`),
    formatMoment(move.at, locale),
  ]);
  return {
    subject: t('server.mails.order_moved.subject', { number, state }),
    blocks: [
      { text: t('server.mails.order_moved.text', { number, state }) },
      { text: t(`common.nextSteps.${facts.state}`) },
      ...parcels.map(({ carrier, tracking }) => ({
        text: t('server.mails.order_moved.parcel', { carrier, tracking }),
      })),
      ...(moves.length > 0 ? [{ rows: moves }] : []),
      ...sumBlocks(facts, locale),
      { button: t('server.mails.order_moved.button'), link },
    ],
  };
}

/** What comes in any language, kept from the direction of a text that is written from right to left. */
function apart(text: string, locale: Locale): string {
  return directionOf(locale) === 'rtl' ? `\u2068${text}\u2069` : text;
}

/** The books at list price, and below them what made them cheaper. */
function lineRows(line: OrderPlaced['lines'][number], locale: Locale): [string, string][] {
  const t = words(locale);
  const lessened = (line.reasons ?? []).filter(({ code }) => code !== 'list_price');
  return [
    [`${line.qty} × ${apart(line.title, locale)} (${line.format})`, formatSen(line.cost)],
    ...lessened.map((reason): [string, string] => [
      `– ${t(`common.reasons.${reason.code}`, reasonValues(reason))}`,
      reason.amount === 0 ? '' : formatSen(reason.amount),
    ]),
  ];
}

type Summed = { sums?: readonly Sum[]; delivery?: DeliveryReason | null };

function sumBlocks({ sums = [], delivery }: Summed, locale: Locale): Block[] {
  const t = words(locale);
  if (sums.length === 0) return [];
  const rows = sums.map(({ label, amount, code = '' }): [string, string] => [
    t(`common.sums.${label}`, { code }),
    formatSen(amount),
  ]);
  return [{ rows }, ...(delivery ? [{ text: t(`common.reasons.${delivery.code}`, reasonValues(delivery)) }] : [])];
}

function isPaidOnline({ payBy = 'bank_transfer' }: OrderPlaced): boolean {
  return payBy !== 'bank_transfer';
}

/** The page of the order knows every way to pay it. */
function onlineBlock({ payable }: OrderPlaced, locale: Locale): Block {
  return { text: words(locale)('server.mails.order_placed.payOnline', { amount: formatSen(payable) }) };
}

function transferBlocks({ payable, transfer }: OrderPlaced, locale: Locale): Block[] {
  const t = words(locale);
  return [
    { text: t('server.mails.order_placed.transfer', { amount: formatSen(payable) }) },
    { text: t('server.mails.order_placed.bank', { bank: transfer.bank }) },
    { text: t('server.mails.order_placed.accountName', { name: transfer.account_name }) },
    { text: t('server.mails.order_placed.accountNumber', { number: transfer.account_number }) },
    { text: t('server.mails.order_placed.reference', { reference: transfer.reference }) },
  ];
}
