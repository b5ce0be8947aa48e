import { ALERT_TEMPLATES, movedDatesEmail, type AlertEmails, type MovedDatesData } from './alert-email-templates.ts';
import { CLAIM_TEMPLATES, type ClaimEmails } from './claim-email-templates.ts';
import type { Locale } from '#domain/locale.ts';
import { formatSen } from '#domain/money.ts';
import type { RefundState } from '#domain/orders/refund.ts';
import { getTranslator } from '../translations.ts';
import {
  requestOriginBlocks,
  type RequestOrigin,
  type EmailBlock,
  type EmailContent,
  type EmailContext,
  defangLines,
  defangData,
  renderText,
  textBlock,
  buttonBlock,
} from './email-content.ts';
import { renderHtml } from './email-html.ts';
import {
  CHANGE_TEMPLATES,
  type ChangeEmails,
  orderTransitionEmail,
  orderPlacedEmail,
  paymentReminderEmail,
  type OrderTransitionData,
  type OrderPlacedData,
  type PaymentReminderData,
} from './order-email-templates.ts';
import { SECURITY_TEMPLATES, type SecurityEmails } from './security-email-templates.ts';
import { reviewInvitationEmail, type ReviewInvitationData, type StoredReviewInvitation } from './review-invitation.ts';

/** The data of each kind of email; a link that opens an account is removed once the email is sent. */
export type EmailData = AlertEmails &
  ChangeEmails &
  ClaimEmails &
  SecurityEmails & {
    activate: { name: string; link?: string } & RequestOrigin;
    account_exists: { name: string; link: string } & RequestOrigin;
    reset: { name: string; link?: string } & RequestOrigin;
    password_changed: { name: string };
    /** `customerId`: who requested the change; the address may be a stranger's. */
    email_change: { name: string; link?: string; customerId: string } & RequestOrigin;
    email_change_asked: { name: string };
    email_changed: { name: string };
    account_deleted: { name: string };
    session_reused: { name: string };
    provider_joined: { name: string; provider: string };
    order_placed: OrderPlacedData;
    order_moved: OrderTransitionData;
    ticket_opened: TicketEmailData & { text: string };
    /** To an unverified address: `quote` is the ticket's first message, at most once an hour. */
    guest_ticket_opened: {
      name: string;
      number: string;
      quote?: { subject: string; text: string };
      link: string;
      isAnswerable?: boolean;
    } & RequestOrigin;
    ticket_answered: TicketEmailData & { text: string };
    ticket_closed: TicketEmailData;
    ticket_reopened: TicketEmailData;
    payment_reminder: PaymentReminderData;
    /** `isLate`: the payment arrived after its order was cancelled. */
    refund_moved: {
      number: string;
      state: RefundState;
      amount: number;
      note: string | null;
      isLate?: boolean;
      link: string;
    };
    /** Pre-ordered titles with the on-sale dates before and now; none now where a title is on sale. */
    date_moved: MovedDatesData;
    payment_returned: { number: string; amount: number; link: string };
    review_invitation: ReviewInvitationData;
  };
/** `isAnswerable`: an answer to the email reaches the ticket. */
type TicketEmailData = { number: string; subject: string; link: string; isAnswerable?: boolean };
export type EmailKind = keyof EmailData;

/** Kinds about an order: its link and data are read when the email is rendered. */
type OrderEmailKind =
  | keyof ChangeEmails
  | keyof ClaimEmails
  | 'order_placed'
  | 'order_moved'
  | 'payment_reminder'
  | 'refund_moved'
  | 'payment_returned'
  | 'date_moved';
/** The part of the data that an email's row stores. */
export type StoredEmailData<K extends EmailKind> = K extends 'review_invitation'
  ? StoredReviewInvitation
  : K extends OrderEmailKind
    ? Omit<EmailData[K], 'link'>
    : K extends TicketEmailKind
      ? Omit<EmailData[K], 'link'> & TicketLink
      : K extends Exclude<keyof AlertEmails, 'price_drops'>
        ? Omit<EmailData[K], 'link'> & AlertLink
        : EmailData[K];
/** A customer's link is stored; a guest's is derived from the ticket's id like an order's. */
export type TicketLink = { link: string } | { guestTicketId: string };

/** A customer's link is stored; a guest's is derived from the address that it is sent to. */
export type AlertLink = { link: string } | { isGuest: true };

/** `unsubscribe`: the link that ends emails of its kind, for mail clients. `replyTo`: where answers go, if not to the sender. */
export type RenderedEmail = { subject: string; text: string; html: string; unsubscribe?: string; replyTo?: string };

/** Renders an email of a kind from its data in the reader's language, as plain text and as HTML. */
export function renderEmail<K extends EmailKind>(kind: K, data: EmailData[K], context: EmailContext): RenderedEmail {
  const content = contentOf(kind, data, context);
  return {
    subject: content.subject,
    text: renderText(content, context),
    html: renderHtml(content, context),
    ...(content.unsubscribe !== undefined && { unsubscribe: content.unsubscribe }),
  };
}

/** The subject of a stored email, whose data may be without its secret link. */
export function renderSubject(email: { kind: string; data: object; locale: Locale }, shop: string): string {
  const { kind, data, locale } = email;
  return contentOf(kind as EmailKind, data as EmailData[EmailKind], { locale, shop }).subject;
}

function contentOf<K extends EmailKind>(
  kind: K,
  data: EmailData[K],
  { locale, shop }: Pick<EmailContext, 'locale' | 'shop'>,
): EmailContent {
  const template = TEMPLATES[kind] as (data: EmailData[K], locale: Locale, shop: string) => EmailContent;
  return template(defangData(data), locale, shop);
}

const TEMPLATES: { [K in EmailKind]: (data: EmailData[K], locale: Locale, shop: string) => EmailContent } = {
  activate: (data, locale, shop) => buttonEmail('activate', data, locale, shop),
  reset: (data, locale, shop) => buttonEmail('reset', data, locale, shop),
  email_change: (data, locale, shop) => buttonEmail('email_change', data, locale, shop),
  account_exists: ({ name, link, asked }, locale, shop) => {
    const t = getTranslator(locale);
    return {
      subject: t('server.emails.account_exists.subject', { shop }),
      greeting: t('server.emails.greeting', { name }),
      blocks: [
        textBlock(t('server.emails.account_exists.text')),
        buttonBlock(t('server.emails.account_exists.button'), link),
        ...requestOriginBlocks({ asked }, locale),
      ],
    };
  },
  password_changed: (data, locale, shop) => noticeEmail('password_changed', data.name, locale, shop),
  email_change_asked: (data, locale, shop) => noticeEmail('email_change_asked', data.name, locale, shop),
  email_changed: (data, locale, shop) => noticeEmail('email_changed', data.name, locale, shop),
  account_deleted: (data, locale, shop) => noticeEmail('account_deleted', data.name, locale, shop),
  session_reused: (data, locale, shop) => noticeEmail('session_reused', data.name, locale, shop),
  provider_joined: ({ name, provider }, locale, shop) => {
    const t = getTranslator(locale);
    return {
      subject: t('server.emails.provider_joined.subject', { provider, shop }),
      greeting: t('server.emails.greeting', { name }),
      blocks: [textBlock(t('server.emails.provider_joined.text', { provider, shop }))],
    };
  },
  ...SECURITY_TEMPLATES,
  order_placed: orderPlacedEmail,
  order_moved: orderTransitionEmail,
  payment_reminder: paymentReminderEmail,
  review_invitation: reviewInvitationEmail,
  ticket_opened: (data, locale) => ticketEmail('ticket_opened', data, locale),
  guest_ticket_opened: ({ name, number, quote, link, isAnswerable, asked }, locale) => {
    const t = getTranslator(locale);
    return {
      subject: t('server.emails.guest_ticket_opened.subject', { number }),
      greeting: t('server.emails.greeting', { name }),
      blocks: [
        textBlock(t('server.emails.guest_ticket_opened.text', { number })),
        buttonBlock(t('server.emails.guest_ticket_opened.button'), link),
        ...answerBlocks(isAnswerable, locale),
        ...(quote ? quoteBlocks(quote, locale) : []),
        textBlock(t('server.emails.guest_ticket_opened.ignore')),
        ...requestOriginBlocks({ asked }, locale),
      ],
    };
  },
  ticket_answered: (data, locale) => ticketEmail('ticket_answered', data, locale),
  ticket_closed: (data, locale) => ticketEmail('ticket_closed', data, locale),
  ticket_reopened: (data, locale) => ticketEmail('ticket_reopened', data, locale),
  ...ALERT_TEMPLATES,
  date_moved: movedDatesEmail,
  ...CHANGE_TEMPLATES,
  ...CLAIM_TEMPLATES,
  refund_moved: ({ number, state, amount, note, isLate, link }, locale) => {
    const t = getTranslator(locale);
    return {
      subject: t('server.emails.refund_moved.subject', { number, state: t(`common.refundStates.${state}`) }),
      blocks: [
        textBlock(t(`server.emails.refund_moved.${state}`, { number, amount: formatSen(amount, locale) })),
        ...(isLate ? [textBlock(t('server.emails.refund_moved.late'))] : []),
        ...(note ? [textBlock(t('server.emails.refund_moved.note', { note }))] : []),
        textBlock(t(`common.refundSteps.${state}`)),
        buttonBlock(t('server.emails.refund_moved.button'), link),
      ],
    };
  },
  payment_returned: ({ number, amount, link }, locale) => {
    const t = getTranslator(locale);
    return {
      subject: t('server.emails.payment_returned.subject', { number }),
      blocks: [
        textBlock(t('server.emails.payment_returned.text', { number, amount: formatSen(amount, locale) })),
        buttonBlock(t('server.emails.payment_returned.button'), link),
      ],
    };
  },
};

type TicketEventKind = 'ticket_opened' | 'ticket_answered' | 'ticket_closed' | 'ticket_reopened';
type TicketEmailKind = TicketEventKind | 'guest_ticket_opened';

/** The writer may not be the reader, so nothing in the quote becomes a link. */
function quoteBlocks({ subject, text }: { subject: string; text: string }, locale: Locale): EmailBlock[] {
  const written = defangLines(`${subject}\n\n${text}`);
  return [
    textBlock(getTranslator(locale)('server.emails.guest_ticket_opened.wrote')),
    { type: 'quote', text: written },
  ];
}

function ticketEmail(kind: TicketEventKind, data: TicketEmailData & { text?: string }, locale: Locale): EmailContent {
  const t = getTranslator(locale);
  const { number, subject, link, text, isAnswerable } = data;
  return {
    subject: t(`server.emails.${kind}.subject`, { number, subject }),
    blocks: [
      textBlock(t(`server.emails.${kind}.text`, { number, subject })),
      ...(text === undefined
        ? []
        : [{ type: 'quote' as const, text: kind === 'ticket_opened' ? defangLines(text) : text }]),
      buttonBlock(t(`server.emails.${kind}.button`), link),
      ...answerBlocks(isAnswerable, locale),
    ],
  };
}

function answerBlocks(isAnswerable: boolean | undefined, locale: Locale): EmailBlock[] {
  return isAnswerable ? [textBlock(getTranslator(locale)('server.emails.answerable'))] : [];
}

function buttonEmail(
  kind: 'activate' | 'reset' | 'email_change',
  { name, link, asked }: { name: string; link?: string } & RequestOrigin,
  locale: Locale,
  shop: string,
): EmailContent {
  const t = getTranslator(locale);
  return {
    subject: t(`server.emails.${kind}.subject`, { shop }),
    greeting: t('server.emails.greeting', { name }),
    blocks: [
      textBlock(t(`server.emails.${kind}.text`, { shop })),
      ...(link === undefined ? [] : [buttonBlock(t(`server.emails.${kind}.button`), link)]),
      textBlock(t(`server.emails.${kind}.ignore`)),
      ...requestOriginBlocks({ asked }, locale),
    ],
  };
}

/** An email that reports an event and needs no action. */
type NoticeKind = 'password_changed' | 'email_change_asked' | 'email_changed' | 'account_deleted' | 'session_reused';

function noticeEmail(kind: NoticeKind, name: string, locale: Locale, shop: string): EmailContent {
  const t = getTranslator(locale);
  return {
    subject: t(`server.emails.${kind}.subject`, { shop }),
    greeting: t('server.emails.greeting', { name }),
    blocks: [textBlock(t(`server.emails.${kind}.text`))],
  };
}
