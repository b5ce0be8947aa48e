import type { Locale } from '#domain/locale.ts';
import { directionOf } from '#domain/locale.ts';
import { formatSen } from '#domain/money.ts';
import type { RefundState } from '#domain/refund-state.ts';
import { words } from '../words.ts';
import type { Draft } from './draft.ts';
import { orderMoved, orderPlaced, type OrderMoved, type OrderPlaced } from './order-letters.ts';

/** What each kind of mail is filled with; a link that opens an account is missing once it was sent. */
export type MailFacts = {
  activate: { name: string; link?: string };
  account_exists: { name: string; link: string };
  reset: { name: string; link?: string };
  password_changed: { name: string };
  /** `customerId`: who asked for the address, which may be a stranger's. */
  email_change: { name: string; link?: string; customerId: string };
  email_change_asked: { name: string };
  email_changed: { name: string };
  account_deleted: { name: string };
  session_reused: { name: string };
  provider_joined: { name: string; provider: string };
  order_placed: OrderPlaced;
  order_moved: OrderMoved;
  ticket_opened: TicketFacts & { text: string };
  ticket_answered: TicketFacts & { text: string };
  ticket_closed: TicketFacts;
  ticket_reopened: TicketFacts;
  refund_moved: { number: string; state: RefundState; amount: number; note: string | null; link: string };
  payment_returned: { number: string; amount: number; link: string };
};
type TicketFacts = { number: string; subject: string; link: string };
export type MailKind = keyof MailFacts;

/** Kinds that lead to an order: their link is derived when the letter is written. */
type OrderMailKind = 'order_placed' | 'order_moved' | 'refund_moved' | 'payment_returned';
/** What of that is kept in a mail's row. */
export type KeptFacts<K extends MailKind> = K extends OrderMailKind ? Omit<MailFacts[K], 'link'> : MailFacts[K];

export type WrittenLetter = { subject: string; text: string; html: string };

/** Writes the letter of a kind from its facts, in the reader's language, as plain text and as HTML. */
export function writeLetter<K extends MailKind>(
  kind: K,
  facts: MailFacts[K],
  { locale, shop }: { locale: Locale; shop: string },
): WrittenLetter {
  const draft = draftOf(kind, facts, { locale, shop });
  const goodbye = words(locale)('server.mails.goodbye', { shop });
  return {
    subject: draft.subject,
    text: asText(draft, goodbye),
    html: asHtml(draft, goodbye, locale),
  };
}

/** What stands above a letter that was written earlier; its secrets may be gone from its facts. */
export function writeSubject(mail: { kind: string; facts: object; locale: Locale }, shop: string): string {
  const { kind, facts, locale } = mail;
  return draftOf(kind as MailKind, facts as MailFacts[MailKind], { locale, shop }).subject;
}

function draftOf<K extends MailKind>(kind: K, facts: MailFacts[K], { locale, shop }: { locale: Locale; shop: string }) {
  return (DRAFTS[kind] as (facts: MailFacts[K], locale: Locale, shop: string) => Draft)(facts, locale, shop);
}

const DRAFTS: { [K in MailKind]: (facts: MailFacts[K], locale: Locale, shop: string) => Draft } = {
  activate: (facts, locale, shop) => withButton('activate', facts, locale, shop),
  reset: (facts, locale, shop) => withButton('reset', facts, locale, shop),
  email_change: (facts, locale, shop) => withButton('email_change', facts, locale, shop),
  account_exists: ({ name, link }, locale, shop) => {
    const t = words(locale);
    return {
      subject: t('server.mails.account_exists.subject', { shop }),
      greeting: t('server.mails.greeting', { name }),
      blocks: [
        { text: t('server.mails.account_exists.text') },
        { button: t('server.mails.account_exists.button'), link },
      ],
    };
  },
  password_changed: (facts, locale, shop) => notice('password_changed', facts.name, locale, shop),
  email_change_asked: (facts, locale, shop) => notice('email_change_asked', facts.name, locale, shop),
  email_changed: (facts, locale, shop) => notice('email_changed', facts.name, locale, shop),
  account_deleted: (facts, locale, shop) => notice('account_deleted', facts.name, locale, shop),
  session_reused: (facts, locale, shop) => notice('session_reused', facts.name, locale, shop),
  provider_joined: ({ name, provider }, locale, shop) => {
    const t = words(locale);
    return {
      subject: t('server.mails.provider_joined.subject', { provider, shop }),
      greeting: t('server.mails.greeting', { name }),
      blocks: [{ text: t('server.mails.provider_joined.text', { provider, shop }) }],
    };
  },
  order_placed: orderPlaced,
  order_moved: orderMoved,
  ticket_opened: (facts, locale) => aboutTicket('ticket_opened', facts, locale),
  ticket_answered: (facts, locale) => aboutTicket('ticket_answered', facts, locale),
  ticket_closed: (facts, locale) => aboutTicket('ticket_closed', facts, locale),
  ticket_reopened: (facts, locale) => aboutTicket('ticket_reopened', facts, locale),
  refund_moved: ({ number, state, amount, note, link }, locale) => {
    const t = words(locale);
    return {
      subject: t('server.mails.refund_moved.subject', { number, state: t(`common.refundStates.${state}`) }),
      blocks: [
        { text: t(`server.mails.refund_moved.${state}`, { number, amount: formatSen(amount) }) },
        ...(note ? [{ text: t('server.mails.refund_moved.note', { note }) }] : []),
        { text: t(`common.refundSteps.${state}`) },
        { button: t('server.mails.refund_moved.button'), link },
      ],
    };
  },
  payment_returned: ({ number, amount, link }, locale) => {
    const t = words(locale);
    return {
      subject: t('server.mails.payment_returned.subject', { number }),
      blocks: [
        { text: t('server.mails.payment_returned.text', { number, amount: formatSen(amount) }) },
        { button: t('server.mails.payment_returned.button'), link },
      ],
    };
  },
};

type TicketKind = 'ticket_opened' | 'ticket_answered' | 'ticket_closed' | 'ticket_reopened';

function aboutTicket(kind: TicketKind, facts: TicketFacts & { text?: string }, locale: Locale): Draft {
  const t = words(locale);
  const { number, subject, link, text } = facts;
  return {
    subject: t(`server.mails.${kind}.subject`, { number, subject }),
    blocks: [
      { text: t(`server.mails.${kind}.text`, { number, subject }) },
      ...(text === undefined ? [] : [{ quote: text }]),
      { button: t(`server.mails.${kind}.button`), link },
    ],
  };
}

function withButton(
  kind: 'activate' | 'reset' | 'email_change',
  { name, link }: { name: string; link?: string },
  locale: Locale,
  shop: string,
): Draft {
  const t = words(locale);
  return {
    subject: t(`server.mails.${kind}.subject`, { shop }),
    greeting: t('server.mails.greeting', { name }),
    blocks: [
      { text: t(`server.mails.${kind}.text`, { shop }) },
      ...(link === undefined ? [] : [{ button: t(`server.mails.${kind}.button`), link }]),
      { text: t(`server.mails.${kind}.ignore`) },
    ],
  };
}

/** A mail that tells what happened and asks for nothing. */
type Notice = 'password_changed' | 'email_change_asked' | 'email_changed' | 'account_deleted' | 'session_reused';

function notice(kind: Notice, name: string, locale: Locale, shop: string): Draft {
  const t = words(locale);
  return {
    subject: t(`server.mails.${kind}.subject`, { shop }),
    greeting: t('server.mails.greeting', { name }),
    blocks: [{ text: t(`server.mails.${kind}.text`) }],
  };
}

function asText(draft: Draft, goodbye: string): string {
  const blocks = draft.blocks.map((block) => {
    if ('text' in block) return block.text;
    if ('quote' in block) return block.quote;
    if ('rows' in block) return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
    return `${block.button}:\n${block.link}`;
  });
  return [draft.greeting, ...blocks, goodbye].filter((part) => part !== undefined).join('\n\n');
}

function asHtml(draft: Draft, goodbye: string, locale: Locale): string {
  const blocks = draft.blocks.map((block) => {
    if ('text' in block) return paragraph(block.text);
    if ('quote' in block) return `<blockquote dir="auto" ${QUOTE}>${escape(block.quote)}</blockquote>`;
    if ('rows' in block) return table(block.rows);
    return `<p><a href="${escape(block.link)}" ${BUTTON}>${escape(block.button)}</a></p>`;
  });
  const body = [draft.greeting && paragraph(draft.greeting), ...blocks, paragraph(goodbye)].filter(Boolean).join('\n');
  return `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><meta charset="utf-8"><body ${BODY}>\n${body}\n</body></html>`;
}

const BODY =
  'style="margin:0 auto;max-width:36rem;padding:1.5rem;background:#faf6ef;color:#2b2430;font:16px/1.6 Georgia,serif"';
const BUTTON = 'style="display:inline-block;padding:.7rem 1.2rem;border-radius:.4rem;background:#735394;color:#fff"';
const QUOTE = 'style="margin:1rem 0;padding:.2rem 1rem;border-inline-start:.25rem solid #735394;white-space:pre-line"';

function paragraph(text: string): string {
  return `<p>${escape(text)}</p>`;
}

function table(rows: [string, string][]): string {
  const cells = rows.map(
    ([name, value]) => `<tr><td>${escape(name)}</td><td align="end"><bdi>${escape(value)}</bdi></td></tr>`,
  );
  return `<table width="100%" cellpadding="4">${cells.join('')}</table>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
