import { arrivalMessage } from '#domain/delivery-promise.ts';
import type { Locale } from '#domain/locale.ts';
import { getTranslator } from '../translations.ts';
import type { EmailData, EmailKind } from './email-templates.ts';

const NUMBER = 'BK-100013';

const TRANSFER = {
  bank: 'Bank Contoh Berhad',
  account_name: 'Halaman',
  account_number: '5140 0000 1234',
  reference: NUMBER,
};

const ADDRESS = {
  name: 'Siti binti Ali',
  phone: '+60123456789',
  line1: '12, Jalan Tun Razak',
  line2: 'Taman Melati',
  zip: '50400',
  city: 'Kuala Lumpur',
  state: 'Kuala Lumpur',
  country: 'MY',
} as const;

/** A title of an order, with the URL of its cover. */
export type SampleBook = { title: string; picture?: string };

const sampleOrder = ([first, second]: readonly [SampleBook, SampleBook]) =>
  ({
    lines: [
      {
        ...first,
        format: 'Paperback',
        qty: 2,
        cost: 7980,
        reasons: [
          { code: 'list_price', amount: 7980, each: 3990, qty: 2 },
          { code: 'member_price', amount: -800, each: 400, qty: 2 },
          { code: 'coupon_percent', amount: -798, coupon: 'CLASSIC5', percent: 10, qty: 2 },
        ],
      },
      {
        ...second,
        format: 'Hardback',
        qty: 1,
        cost: 5200,
        reasons: [{ code: 'list_price', amount: 5200, each: 5200, qty: 1 }],
      },
    ],
    sums: [
      { label: 'total', amount: 13_180 },
      { label: 'discount', amount: -800 },
      { label: 'coupon', amount: -798, code: 'CLASSIC5' },
      { label: 'shipping', amount: 800 },
      { label: 'payable', amount: 12_382 },
    ],
    delivery: { code: 'delivery_cost', amount: 800, from: 10_000, to: 86_900, threshold: 13_100, missing: 1518 },
    address: ADDRESS,
  }) satisfies Partial<EmailData['order_placed']>;

const ACCOUNT = { name: 'Siti binti Ali', asked: { at: '2026-11-22T04:05:00Z', ip: '203.0.113.7' } };
const TICKET = { number: 'T-1007', subject: 'A torn page' };
const payment = { payBy: 'bank_transfer', transfer: TRANSFER, payable: 12_382, dueAt: '2026-11-29T04:05:00Z' } as const;
const timeline = (['placed', 'paid', 'packed', 'shipped'] as const).map((state, day) => ({
  state,
  at: `2026-11-2${day}T04:05:00Z`,
}));

const ALERT = { title: 'Anne of Green Gables', format: 'paperback' } as const;
const ARRIVAL = { from: '2026-11-24', to: '2026-11-25' };

export type EmailSamples = { [K in EmailKind]: EmailData[K] };
type SampleOptions = { shopUrl: string; locale: Locale; books: readonly [SampleBook, SampleBook] };

/** The data of an email of every kind, with every optional part; its links open nothing. */
export function emailSamples({ shopUrl, locale, books }: SampleOptions): EmailSamples {
  const order = sampleOrder(books);
  return {
    ...accountSamples(shopUrl),
    ...alertSamples(shopUrl),
    ...ticketSamples(shopUrl),
    ...changeSamples(shopUrl, locale),
    ...orderSamples(shopUrl, order),
  };
}

function accountSamples(shopUrl: string) {
  return {
    activate: { ...ACCOUNT, link: `${shopUrl}/customer/auth/login#activate=key` },
    account_exists: { ...ACCOUNT, link: `${shopUrl}/customer/auth/login` },
    reset: { ...ACCOUNT, link: `${shopUrl}/customer/auth/forget-password#reset=key` },
    password_changed: ACCOUNT,
    email_change: { ...ACCOUNT, customerId: '1', link: `${shopUrl}/customer/profile#email=key` },
    email_change_asked: ACCOUNT,
    email_changed: ACCOUNT,
    account_deleted: ACCOUNT,
    session_reused: ACCOUNT,
    security_changed: {
      name: ACCOUNT.name,
      change: 'passkey_added',
      words: 'Firefox · Android',
      link: `${shopUrl}/customer/profile#passkeys`,
    },
    staff_invitation: {
      inviter: 'Aminah',
      expiresAt: '2026-11-29T04:05:00Z',
      link: `${shopUrl}/admin/invitation#token=key`,
    },
    new_device: {
      name: ACCOUNT.name,
      ...ACCOUNT.asked,
      device: 'Firefox · Android',
      link: `${shopUrl}/customer/profile#devices`,
      resetLink: `${shopUrl}/customer/auth/forget-password`,
    },
    provider_joined: { ...ACCOUNT, provider: 'Sesama' },
  } satisfies Partial<EmailSamples>;
}

function alertSamples(shopUrl: string) {
  const alerts = `${shopUrl}/alerts/token`;
  return {
    alert_requested: { ...ALERT, link: alerts, asked: ACCOUNT.asked },
    price_drops: {
      titles: [
        { title: 'Anne of Green Gables', was: 3030, price: 2500, shopLink: `${shopUrl}/book/1/anne-of-green-gables` },
        { title: 'Buddenbrooks', was: 4000, price: 3590, shopLink: `${shopUrl}/book/2/buddenbrooks` },
      ],
      link: `${shopUrl}/customer/wish-list`,
    },
    title_requested: { link: alerts, asked: ACCOUNT.asked },
    title_answered: {
      words: 'anne of the island',
      text: 'It is out of print; we look for a used copy.',
      link: alerts,
    },
    title_arrived: {
      words: 'anne of the island',
      title: 'Anne of the Island',
      shopLink: `${shopUrl}/book/1/anne-of-the-island`,
      link: alerts,
    },
    alert: { ...ALERT, link: alerts, shopLink: `${shopUrl}/book/1/anne-of-green-gables` },
  } satisfies Partial<EmailSamples>;
}

function ticketSamples(shopUrl: string) {
  const link = `${shopUrl}/customer/tickets/show/1`;
  return {
    ticket_opened: { ...TICKET, link, text: 'Page 12 is torn.\nCan you send another?' },
    guest_ticket_opened: {
      ...ACCOUNT,
      number: TICKET.number,
      quote: { subject: TICKET.subject, text: 'Page 12 is torn.\nCan you send another?' },
      link: `${shopUrl}/ticket/token`,
    },
    ticket_answered: { ...TICKET, link, text: 'We are sorry! Another copy is on its way.' },
    ticket_closed: { ...TICKET, link },
    ticket_reopened: { ...TICKET, link },
  } satisfies Partial<EmailSamples>;
}

function changeSamples(shopUrl: string, locale: Locale) {
  const link = `${shopUrl}/order/token`;
  const arrival = arrivalMessage('expected', ARRIVAL, locale);
  return {
    date_moved: {
      number: NUMBER,
      moves: [
        { title: 'Sense and Sensibility', known: '2027-07-15', current: '2027-09' },
        { title: 'Os Maias', known: '2027-03-15', current: null },
      ],
      link,
    },
    address_changed: {
      number: NUMBER,
      address: ADDRESS,
      expected: getTranslator(locale)(`common.arrival.${arrival.key}`, arrival.values),
      link,
    },
    return_accepted: { number: NUMBER, returnNumber: 'R-1001', link },
    claim_opened: { number: NUMBER, claimNumber: 'C-1001', wish: 'resend', link },
    claim_decided: {
      number: NUMBER,
      claimNumber: 'C-1001',
      state: 'resent',
      note: 'We are sorry.',
      amount: 6060,
      parcel: { carrier: 'Pos Laju', tracking: 'EN123456789MY' },
      promise: { from: '2026-12-01', to: '2026-12-03' },
      link,
    },
    withdrawal_received: {
      number: NUMBER,
      at: '2026-11-23T04:05:00Z',
      items: [{ title: 'Anne of Green Gables', qty: 2 }],
      amount: 6060,
      isSent: true,
      link,
    },
    refund_moved: { number: NUMBER, state: 'approved', amount: 3990, note: 'We kept the book.', isLate: true, link },
    payment_returned: { number: NUMBER, amount: 12_382, link },
  } satisfies Partial<EmailSamples>;
}

function orderSamples(shopUrl: string, order: ReturnType<typeof sampleOrder>) {
  const link = `${shopUrl}/order/token`;
  return {
    order_placed: { ...order, ...payment, number: NUMBER, link },
    order_moved: {
      ...order,
      number: NUMBER,
      state: 'shipped',
      timeline,
      parcels: [{ carrier: 'Pos Laju', tracking: 'EN123456789MY' }],
      link,
    },
    payment_reminder: { ...order, ...payment, number: NUMBER, link },
    review_invitation: {
      number: NUMBER,
      titles: order.lines,
      link: `${shopUrl}/customer/reviews`,
      unsubscribe: `${shopUrl}/unsubscribe/token`,
    },
  } satisfies Partial<EmailSamples>;
}
