import { formatDateTime } from '#domain/dates.ts';
import { logoPath } from '#domain/logo.ts';
import { directionOf, type Locale } from '#domain/locale.ts';
import { localizedPath, type Contact } from '#contract/pages.ts';
import type { Deps } from '../context.ts';
import { getTranslator } from '../translations.ts';

/** When and from which address something was requested that anybody can request; staff commands have none. */
export type RequestOrigin = { asked?: { at: string; ip: string } };

export function requestOrigin(client: { ip: string } | undefined): RequestOrigin {
  return client ? { asked: { at: new Date().toISOString(), ip: client.ip } } : {};
}

/** What an email says, before it is rendered as text and as HTML. Without a heading, the subject is the heading. */
export type EmailContent = {
  subject: string;
  heading?: string;
  greeting?: string;
  blocks: EmailBlock[];
  /** The link that ends emails of this kind. */
  unsubscribe?: string;
};

/** A value and its name; `note` explains it. */
export type LabelledValue = { name: string; value: string; note?: string };

/** A line of an order; `picture` is the URL of its cover. */
export type EmailOrderLine = {
  title: string;
  details: string;
  cost: string;
  picture?: string;
  notes: readonly LabelledValue[];
};

export type EmailBlock =
  | { type: 'text'; text: string }
  /** What somebody wrote, line by line. */
  | { type: 'quote'; text: string }
  | { type: 'orderLines'; lines: readonly EmailOrderLine[] }
  /** Figures that add up to the last. */
  | { type: 'totals'; totals: readonly LabelledValue[] }
  | { type: 'rows'; rows: readonly [name: string, value: string][] }
  /** Lines set apart, each in its own direction, below their name. */
  | { type: 'panel'; name?: string; lines: string[] }
  | { type: 'link'; text: string; link: string }
  /** The action that the email is for: at most one. */
  | { type: 'button'; text: string; link: string };

export function textBlock(text: string): EmailBlock {
  return { type: 'text', text };
}

export function buttonBlock(text: string, link: string): EmailBlock {
  return { type: 'button', text, link };
}

/** Emails from before origins were stored have none. */
export function requestOriginBlocks(
  { asked }: { asked: RequestOrigin['asked'] | undefined },
  locale: Locale,
): EmailBlock[] {
  if (!asked) return [];
  const t = getTranslator(locale);
  return [textBlock(t('server.emails.requestedFrom', { when: formatDateTime(asked.at, locale), ip: asked.ip }))];
}

/** Keeps text of any language from the direction of text that is written from right to left. */
export function isolateDirection(text: string, locale: Locale): string {
  return directionOf(locale) === 'rtl' ? `\u2068${text}\u2069` : text;
}

/** The plain text of an email: every value and link of its HTML. */
export function renderText(
  { greeting, blocks }: EmailContent,
  { locale, shop, homeUrl, contact }: EmailContext,
): string {
  const t = getTranslator(locale);
  const opening = greeting === undefined ? [] : [greeting];
  const body = blocks.map((block) => blockText(block, locale));
  const ways = contact.map(({ text }) => isolateDirection(text, locale));
  const footer = [t('server.emails.help'), ...ways, homeUrl].join('\n');
  return [...opening, ...body, t('server.emails.goodbye', { shop }), footer].join('\n\n');
}

function blockText(block: EmailBlock, locale: Locale): string {
  switch (block.type) {
    case 'text':
    case 'quote':
      return block.text;
    case 'orderLines':
      return block.lines.map((line) => orderLineText(line, locale)).join('\n');
    case 'totals':
      return block.totals.map((total) => valueText(total, locale)).join('\n');
    case 'rows':
      return block.rows.map(([name, value]) => valueText({ name, value }, locale)).join('\n');
    case 'panel':
      return [...(block.name === undefined ? [] : [`${block.name}:`]), ...block.lines].join('\n');
    case 'link':
      return `${block.text}\n${block.link}`;
    case 'button':
      return `${block.text}:\n${block.link}`;
  }
}

function orderLineText({ title, details, cost, notes }: EmailOrderLine, locale: Locale): string {
  const below = notes.map((note) => `– ${valueText(note, locale)}`);
  return [valueText({ name: `${title} · ${details}`, value: cost }, locale), ...below].join('\n');
}

function valueText({ name, value, note }: LabelledValue, locale: Locale): string {
  return [value ? `${name}: ${isolateDirection(value, locale)}` : name, ...(note ? [note] : [])].join('\n');
}

/** A way to reach the shop, and its `mailto:` or `tel:` link. */
export type ContactLink = { text: string; link?: string };

/** What every email shows of the shop, and its language. */
export type EmailContext = {
  locale: Locale;
  shop: string;
  homeUrl: string;
  contact: readonly ContactLink[];
  logo?: { url: string; width: number; height: number };
};

export function emailContext({ config, publicUrl }: Pick<Deps, 'config' | 'publicUrl'>, locale: Locale): EmailContext {
  const { logo } = config;
  const home = publicUrl + localizedPath(locale, '/');
  return {
    locale,
    shop: config.shopName,
    homeUrl: home,
    contact: contactLinks(config.contact),
    ...(logo && { logo: { ...logo, url: publicUrl + logoPath(logo, 'png') } }),
  };
}

function contactLinks({ email, phone, address, hours }: Contact): ContactLink[] {
  return [
    { text: email, link: `mailto:${email}` },
    ...(phone ? [{ text: phone, link: `tel:${phone.replace(/[^+\d]/g, '')}` }] : []),
    ...[address, hours].filter((text) => text !== undefined).map((text) => ({ text })),
  ];
}

/** Marks that change the direction of the text after them. */
const BIDI_CONTROLS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text that a stranger may have typed as a name or an address, safe for an email: on one line, and with each URL broken
 * up, because email clients turn plain URLs into links.
 */
export function defangLinks(text: string): string {
  return text
    .replace(BIDI_CONTROLS, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/([.:。．｡])(?=[\p{L}/\\])/gu, '$1 ')
    .trim();
}

export function splitLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

/** The same for text of several lines. */
export function defangLines(text: string): string {
  return splitLines(text).map(defangLinks).join('\n');
}

/** An email's data with `name`, `subject`, `words` and `address` made safe like that. */
export function defangData<T extends object>(data: T): T {
  const { name, subject, words, address } = data as Record<'name' | 'subject' | 'words' | 'address', unknown>;
  return {
    ...data,
    ...(typeof name === 'string' && { name: defangLinks(name) }),
    ...(typeof subject === 'string' && { subject: defangLinks(subject) }),
    ...(typeof words === 'string' && { words: defangLinks(words) }),
    ...(typeof address === 'object' &&
      address !== null && {
        address: Object.fromEntries(
          Object.entries(address).map(([key, line]) => [key, typeof line === 'string' ? defangLinks(line) : line]),
        ),
      }),
  };
}
