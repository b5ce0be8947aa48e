import { formatDayRange } from '#domain/dates.ts';
import type { Locale } from '#domain/locale.ts';
import { formatSen } from '#domain/money.ts';
import type { ClaimState, ClaimWish } from '#domain/orders/claim.ts';
import { getTranslator } from '../translations.ts';
import { buttonBlock, textBlock, type EmailContent } from './email-content.ts';
import { shipmentBlock } from './order-email-templates.ts';

/** The data of emails about claims that an order did not arrive. */
export type ClaimEmails = {
  claim_opened: { number: string; claimNumber: string; wish: ClaimWish; link: string };
  /** `parcel` and `promise` of what is sent again; `amount` (sen) of what is refunded. */
  claim_decided: {
    number: string;
    claimNumber: string;
    state: Exclude<ClaimState, 'open' | 'arrived'>;
    note: string | null;
    amount?: number;
    parcel?: { carrier: string; tracking: string };
    promise?: { from: string; to: string };
    link: string;
  };
};

export const CLAIM_TEMPLATES = { claim_opened: claimOpenedEmail, claim_decided: claimDecidedEmail };

function claimOpenedEmail(
  { number, claimNumber, wish, link }: ClaimEmails['claim_opened'],
  locale: Locale,
): EmailContent {
  const t = getTranslator(locale);
  return {
    subject: t('server.emails.claim_opened.subject', { claim: claimNumber, number }),
    blocks: [
      textBlock(t('server.emails.claim_opened.text', { number })),
      textBlock(t(`server.emails.claim_opened.${wish}`)),
      textBlock(t('server.emails.claim_opened.unexpected')),
      buttonBlock(t('server.emails.claim_opened.button'), link),
    ],
  };
}

function claimDecidedEmail(
  { number, claimNumber, state, note, amount = 0, parcel, promise, link }: ClaimEmails['claim_decided'],
  locale: Locale,
): EmailContent {
  const t = getTranslator(locale);
  const dates = promise && formatDayRange(promise, locale);
  return {
    subject: t('server.emails.claim_decided.subject', { claim: claimNumber, number }),
    blocks: [
      textBlock(t(`server.emails.claim_decided.${state}`, { number, amount: formatSen(amount, locale) })),
      ...(parcel ? [shipmentBlock(parcel, locale)] : []),
      ...(dates === undefined ? [] : [textBlock(t('common.arrival.expected', { dates }))]),
      ...(note ? [textBlock(t('server.emails.claim_decided.note', { note }))] : []),
      buttonBlock(t('server.emails.claim_decided.button'), link),
    ],
  };
}
