import type { Locale } from '../domain/locale.ts';
import type { EmailContext } from '../server/emails/email-content.ts';
import { emailSamples, type EmailSamples } from '../server/emails/email-samples.ts';
import type { EmailKind } from '../server/emails/email-templates.ts';

const SHOP = 'https://shop.example';

/** The context of emails of a shop with every contact. */
export function sampleEmailContext(locale: Locale): EmailContext {
  const contact = [
    { text: 'hello@shop.example', link: 'mailto:hello@shop.example' },
    { text: '+60 3-2161 0000', link: 'tel:+60321610000' },
    { text: '12, Jalan Tun Razak, 50400 Kuala Lumpur' },
  ];
  return { locale, shop: 'Halaman', homeUrl: `${SHOP}/`, contact };
}

/** The data of an email of every kind, of a shop that sells these titles. */
export const EMAIL_SAMPLES: EmailSamples = emailSamples({
  shopUrl: SHOP,
  locale: 'en',
  books: [
    { title: 'Anne of Green Gables', picture: `${SHOP}/covers/1-00000001-small.png` },
    { title: 'شازده کوچولو', picture: `${SHOP}/covers/2-00000002-small.png` },
  ],
});
  sums: [
    { label: 'total', amount: 13_180 },
    { label: 'discount', amount: -800 },
    { label: 'coupon', amount: -798, code: 'CLASSIC5' },
    { label: 'shipping', amount: 800 },
    { label: 'payable', amount: 12_382 },
  ],
  delivery: { code: 'delivery_cost', amount: 800, from: 10_000, to: 86_900, threshold: 13_100, missing: 1518 },
  address: ADDRESS,
} satisfies Partial<EmailData['order_placed']>;

const ACCOUNT = { name: 'Siti binti Ali', asked: { at: '2026-11-22T04:05:00Z', ip: '203.0.113.7' } };
const TICKET = { number: 'T-1007', subject: 'A torn page', link: `${SHOP}/customer/tickets/show/1` };
const link = `${SHOP}/order/token`;
const payment = { payBy: 'bank_transfer', transfer: TRANSFER, payable: 12_382, dueAt: '2026-11-29T04:05:00Z' } as const;
const timeline = (['placed', 'paid', 'packed', 'shipped'] as const).map((state, day) => ({
  state,
  at: `2026-11-2${day}T04:05:00Z`,
}));

const ALERT = { title: 'Anne of Green Gables', format: 'paperback', link: `${SHOP}/alerts/token` } as const;

/** The data of an email of every kind, with every optional part. */
export const EMAIL_SAMPLES: { [K in EmailKind]: EmailData[K] } = {
  activate: { ...ACCOUNT, link: `${SHOP}/customer/auth/login#activate=key` },
  account_exists: { ...ACCOUNT, link: `${SHOP}/customer/auth/login` },
  reset: { ...ACCOUNT, link: `${SHOP}/customer/auth/forget-password#reset=key` },
  password_changed: ACCOUNT,
  email_change: { ...ACCOUNT, customerId: '1', link: `${SHOP}/customer/profile#email=key` },
  email_change_asked: ACCOUNT,
  email_changed: ACCOUNT,
  account_deleted: ACCOUNT,
  session_reused: ACCOUNT,
  security_changed: {
    name: ACCOUNT.name,
    change: 'passkey_added',
    words: 'Firefox · Android',
    link: `${SHOP}/customer/profile#passkeys`,
  },
  staff_invitation: {
    inviter: 'Aminah',
    expiresAt: '2026-11-29T04:05:00Z',
    link: `${SHOP}/admin/invitation#token=key`,
  },
  new_device: {
    name: ACCOUNT.name,
    ...ACCOUNT.asked,
    device: 'Firefox · Android',
    link: `${SHOP}/customer/profile#devices`,
    resetLink: `${SHOP}/customer/auth/forget-password`,
  },
  alert_requested: { ...ALERT, asked: ACCOUNT.asked },
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
    expected: 'Expected delivery: 24–25 November 2026',
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
  price_drops: {
    titles: [
      { title: 'Anne of Green Gables', was: 3030, price: 2500, shopLink: `${SHOP}/book/1/anne-of-green-gables` },
      { title: 'Buddenbrooks', was: 4000, price: 3590, shopLink: `${SHOP}/book/2/buddenbrooks` },
    ],
    link: `${SHOP}/customer/wish-list`,
  },
  title_requested: { link: ALERT.link, asked: ACCOUNT.asked },
  title_answered: {
    words: 'anne of the island',
    text: 'It is out of print; we look for a used copy.',
    link: ALERT.link,
  },
  title_arrived: {
    words: 'anne of the island',
    title: 'Anne of the Island',
    shopLink: `${SHOP}/book/1/anne-of-the-island`,
    link: ALERT.link,
  },
  alert: { ...ALERT, shopLink: `${SHOP}/book/1/anne-of-green-gables` },
  provider_joined: { ...ACCOUNT, provider: 'Sesama' },
  order_placed: { ...SAMPLE_ORDER, ...payment, number: NUMBER, link },
  order_moved: {
    ...SAMPLE_ORDER,
    number: NUMBER,
    state: 'shipped',
    timeline,
    parcels: [{ carrier: 'Pos Laju', tracking: 'EN123456789MY' }],
    link,
  },
  payment_reminder: { ...SAMPLE_ORDER, ...payment, number: NUMBER, link },
  ticket_opened: { ...TICKET, text: 'Page 12 is torn.\nCan you send another?' },
  guest_ticket_opened: {
    ...ACCOUNT,
    number: TICKET.number,
    quote: { subject: TICKET.subject, text: 'Page 12 is torn.\nCan you send another?' },
    link: `${SHOP}/ticket/token`,
  },
  ticket_answered: { ...TICKET, text: 'We are sorry! Another copy is on its way.' },
  ticket_closed: TICKET,
  ticket_reopened: TICKET,
  refund_moved: { number: NUMBER, state: 'approved', amount: 3990, note: 'We kept the book.', isLate: true, link },
  payment_returned: { number: NUMBER, amount: 12_382, link },
  review_invitation: {
    number: NUMBER,
    titles: SAMPLE_ORDER.lines,
    link: `${SHOP}/customer/reviews`,
    unsubscribe: `${SHOP}/unsubscribe/token`,
  },
};

export const EMAIL_KINDS = Object.keys(EMAIL_SAMPLES) as EmailKind[];
