import type { Sen } from '../money.ts';

/** The payment methods of the payment provider, online banking and card, in the order in which they are offered. */
export const ONLINE_METHODS = ['fpx', 'card'] as const;
export type OnlineMethod = (typeof ONLINE_METHODS)[number];

/** How an order is paid: at the provider, or by a bank transfer that the staff record. */
export const PAYMENT_METHODS = [...ONLINE_METHODS, 'bank_transfer'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The shop's currency, as ISO 4217 and the provider write it. */
export const CURRENCY = 'myr';

/** The provider's limits per payment in sen: Stripe's minimum and maximum; FPX ends at RM 30,000 for a person. */
const ONLINE_LIMITS: Record<OnlineMethod, { least: number; most: number }> = {
  fpx: { least: 200, most: 30_000_00 },
  card: { least: 200, most: 999_999_99 },
};

/** Whether an amount (sen) can be paid by this method: the provider rejects payments outside its limits. */
export function canPayBy(method: PaymentMethod, payable: number): boolean {
  return (
    method === 'bank_transfer' || (payable >= ONLINE_LIMITS[method].least && payable <= ONLINE_LIMITS[method].most)
  );
}

/** The states of a payment attempt at the provider; `closing` and `returning` wait for the provider. */
export const PAYMENT_ATTEMPT_STATES = ['open', 'paid', 'closing', 'closed', 'returning', 'returned'] as const;
export type PaymentAttemptState = (typeof PAYMENT_ATTEMPT_STATES)[number];

/**
 * The transitions of a payment attempt. It is `closing` when its order is paid or cancelled otherwise; a payment that comes
 * all the same is returned (`returning`), whatever the attempt's state was before.
 */
export const PAYMENT_ATTEMPT_TRANSITIONS: Record<PaymentAttemptState, readonly PaymentAttemptState[]> = {
  open: ['paid', 'closing', 'closed', 'returning'],
  closing: ['closed', 'paid', 'returning'],
  closed: ['paid', 'returning'],
  paid: [],
  returning: ['returned'],
  returned: [],
};

/** The states from which a transition to `to` is allowed. */
export function paymentAttemptStatesBefore(to: PaymentAttemptState): PaymentAttemptState[] {
  return PAYMENT_ATTEMPT_STATES.filter((from) => PAYMENT_ATTEMPT_TRANSITIONS[from].includes(to));
}

/*
 * A merchant's QR code, such as DuitNow QR (EMV QR Code Specification for Payment Systems, merchant-presented mode):
 * data objects of a two-digit id, a two-digit length and a value; the last is a checksum of all before it.
 */

type DataObject = { id: string; value: string };

const INITIATION_ID = '01';
const CURRENCY_ID = '53';
const AMOUNT_ID = '54';
/** What would let the payer add to the amount. */
const TIP_IDS = ['55', '56', '57'];
const COUNTRY_ID = '58';
const ADDITIONAL_DATA_ID = '62';
const CHECKSUM_ID = '63';
const REFERENCE_LABEL_ID = '05';

const DYNAMIC = '12';
const RINGGIT_CODE = '458';
const MALAYSIA_CODE = 'MY';
const MAX_VALUE_LENGTH = 99;
const MAX_REFERENCE_LENGTH = 25;

/** Whether a text is what a merchant's QR code for ringgit says, whole and unchanged. */
export function isMerchantQr(text: string): boolean {
  const objects = parseDataObjects(text);
  if (!objects || objects[0]?.id !== '00' || objects.at(-1)?.id !== CHECKSUM_ID) return false;
  if (text.slice(-4).toUpperCase() !== checksum(text.slice(0, -4))) return false;
  const valueOf = (id: string) => objects.find((one) => one.id === id)?.value;
  return (
    valueOf(CURRENCY_ID) === RINGGIT_CODE &&
    valueOf(COUNTRY_ID) === MALAYSIA_CODE &&
    objects.some(({ id }) => id >= '02' && id <= '51')
  );
}

/**
 * What the QR code of one payment says: the merchant's own ({@link isMerchantQr}) with the amount in sen and a
 * reference, which a bank's app fills in. The reference is letters, digits and dashes.
 */
export function paymentQr(merchant: string, payment: { amount: Sen; reference: string }): string {
  const kept = parseDataObjects(merchant)!.filter(
    ({ id }) => ![INITIATION_ID, AMOUNT_ID, ...TIP_IDS, ADDITIONAL_DATA_ID, CHECKSUM_ID].includes(id),
  );
  const own = parseDataObjects(merchant)!.find(({ id }) => id === ADDITIONAL_DATA_ID)?.value ?? '';
  const objects = [
    ...kept,
    { id: INITIATION_ID, value: DYNAMIC },
    { id: AMOUNT_ID, value: (payment.amount / 100).toFixed(2) },
    { id: ADDITIONAL_DATA_ID, value: withReference(own, payment.reference) },
  ];
  const unsigned = `${writeDataObjects(objects)}${CHECKSUM_ID}04`;
  return unsigned + checksum(unsigned);
}

/** Where not all fits, the reference goes before what else the merchant's code says. */
function withReference(additional: string, reference: string): string {
  const label = { id: REFERENCE_LABEL_ID, value: reference.slice(0, MAX_REFERENCE_LENGTH) };
  const others = (parseDataObjects(additional) ?? []).filter(({ id }) => id !== REFERENCE_LABEL_ID);
  const whole = writeDataObjects([...others, label]);
  return whole.length <= MAX_VALUE_LENGTH ? whole : writeDataObjects([label]);
}

/** In ascending order of ids, as the specification lists them. */
function writeDataObjects(objects: readonly DataObject[]): string {
  return objects
    .toSorted((one, other) => Number(one.id) - Number(other.id))
    .map(({ id, value }) => `${id}${String(value.length).padStart(2, '0')}${value}`)
    .join('');
}

function parseDataObjects(text: string): DataObject[] | undefined {
  const objects: DataObject[] = [];
  for (let at = 0; at < text.length;) {
    const head = /^\d{4}$/.exec(text.slice(at, at + 4))?.[0];
    const value = text.slice(at + 4, at + 4 + Number(head?.slice(2)));
    if (!head || value.length !== Number(head.slice(2))) return undefined;
    objects.push({ id: head.slice(0, 2), value });
    at += 4 + value.length;
  }
  return objects;
}

/** CRC-16 with polynomial 0x1021 and initial value 0xFFFF (ISO/IEC 13239), as four hexadecimal digits. */
function checksum(text: string): string {
  let crc = 0xffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
