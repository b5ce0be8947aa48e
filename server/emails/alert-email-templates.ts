import type { BookFormat } from '#domain/catalogue/product.ts';
import type { Locale } from '#domain/locale.ts';
import { formatDate } from '#domain/dates.ts';
import { formatSen } from '#domain/money.ts';
import { getTranslator } from '../translations.ts';
import {
  buttonBlock,
  requestOriginBlocks,
  textBlock,
  type EmailBlock,
  type EmailContent,
  type RequestOrigin,
} from './email-content.ts';

type AlertEmailData = { title: string; format: BookFormat; link: string };

/** Emails about what a reader waits for. `shopLink`: the page of the title; `link`: where everything is listed and removed. */
export type AlertEmails = {
  /** Wished titles with the member price now and before, in sen. */
  price_drops: { titles: readonly { title: string; was: number; price: number; shopLink: string }[]; link: string };
  /** To an unverified address, which confirms it by the link. */
  alert_requested: AlertEmailData & RequestOrigin;
  alert: AlertEmailData & { shopLink: string };
  /** To an unverified address, without what was typed. */
  title_requested: { link: string } & RequestOrigin;
  title_answered: { words: string; text: string; link: string };
  title_arrived: { words: string; title: string; shopLink: string; link: string };
};

type Template<K extends keyof AlertEmails> = (data: AlertEmails[K], locale: Locale, shop: string) => EmailContent;

export const ALERT_TEMPLATES: { [K in keyof AlertEmails]: Template<K> } = {
  price_drops: ({ titles, link }, locale) => {
    const t = getTranslator(locale);
    return {
      subject: t('server.emails.price_drops.subject', { count: titles.length, title: titles[0]!.title }),
      blocks: [
        textBlock(t('server.emails.price_drops.text')),
        ...titles.map(({ title, was, price, shopLink }): EmailBlock => ({
          type: 'link',
          text: t('server.emails.price_drops.line', {
            title,
            price: formatSen(price, locale),
            was: formatSen(was, locale),
          }),
          link: shopLink,
        })),
        buttonBlock(t('server.emails.price_drops.button'), link),
        textBlock(t('server.emails.price_drops.off')),
      ],
    };
  },
  alert_requested: ({ title, format, link, asked }, locale, shop) => {
    const t = getTranslator(locale);
    return {
      subject: t('server.emails.alert_requested.subject', { shop }),
      blocks: [
        textBlock(t('server.emails.alert_requested.text', { title, format: t(`common.formats.${format}`) })),
        buttonBlock(t('server.emails.alert_requested.button'), link),
        textBlock(t('server.emails.alert_requested.ignore')),
        ...requestOriginBlocks({ asked }, locale),
      ],
    };
  },
  alert: ({ title, format, shopLink, link }, locale) => {
    const t = getTranslator(locale);
    return {
      subject: t('server.emails.alert.subject', { title }),
      blocks: [
        textBlock(t('server.emails.alert.text', { title, format: t(`common.formats.${format}`) })),
        buttonBlock(t('server.emails.alert.button'), shopLink),
        textBlock(t('server.emails.alert.once')),
        { type: 'link', text: t('server.emails.alert.manage'), link },
      ],
    };
  },
  title_requested: ({ link, asked }, locale, shop) => {
    const t = getTranslator(locale);
    return {
      subject: t('server.emails.title_requested.subject', { shop }),
      blocks: [
        textBlock(t('server.emails.title_requested.text')),
        buttonBlock(t('server.emails.title_requested.button'), link),
        textBlock(t('server.emails.alert_requested.ignore')),
        ...requestOriginBlocks({ asked }, locale),
      ],
    };
  },
  title_answered: ({ words, text, link }, locale, shop) => {
    const t = getTranslator(locale);
    return {
      subject: t('server.emails.title_answered.subject', { shop }),
      blocks: [
        textBlock(t('server.emails.title_answered.text', { words })),
        { type: 'quote', text },
        buttonBlock(t('server.emails.alert.manage'), link),
      ],
    };
  },
  title_arrived: ({ words, title, shopLink, link }, locale) => {
    const t = getTranslator(locale);
    return {
      subject: t('server.emails.title_arrived.subject', { title }),
      blocks: [
        textBlock(t('server.emails.title_arrived.text', { words, title })),
        buttonBlock(t('server.emails.alert.button'), shopLink),
        { type: 'link', text: t('server.emails.alert.manage'), link },
      ],
    };
  },
};

/** Pre-ordered titles whose on-sale date changed; no `current` one where the title is on sale. */
export type MovedDatesData = {
  number: string;
  moves: readonly { title: string; known: string | null; current: string | null }[];
  link: string;
};

/** Says what changed, and that keeping the order takes nothing. */
export function movedDatesEmail({ number, moves, link }: MovedDatesData, locale: Locale): EmailContent {
  const t = getTranslator(locale);
  return {
    subject: t('server.emails.date_moved.subject', { number }),
    blocks: [
      ...moves.map(({ title, known, current }) =>
        textBlock(
          current === null
            ? t('server.emails.date_moved.released', { title })
            : t('server.emails.date_moved.moved', {
                title,
                known: known === null ? '–' : formatDate(known, locale),
                current: formatDate(current, locale),
              }),
        ),
      ),
      textBlock(t('server.emails.date_moved.keep')),
      textBlock(t('server.emails.date_moved.cancel')),
      buttonBlock(t('server.emails.date_moved.button'), link),
    ],
  };
}
