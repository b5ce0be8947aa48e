import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Column } from '@react-email/column';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Img } from '@react-email/img';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Row } from '@react-email/row';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { createElement as h, Fragment, type CSSProperties, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { directionOf, type Locale } from '#domain/locale.ts';
import { getTranslator } from '../translations.ts';
import {
  splitLines,
  type EmailBlock,
  type EmailContent,
  type EmailContext,
  type EmailOrderLine,
  type LabelledValue,
} from './email-content.ts';
import { FONTS, LIGHT, SMALL_TEXT, STYLE_SHEET } from './email-styles.ts';

/* Email components. Node runs this file as it is, without a build, so that they are written without JSX. */

/** The sides of a line: email clients know no logical properties. */
type Sides = { dir: 'ltr' | 'rtl'; start: 'left' | 'right'; end: 'left' | 'right' };

const SIDES: Record<Sides['dir'], Sides> = {
  ltr: { dir: 'ltr', start: 'left', end: 'right' },
  rtl: { dir: 'rtl', start: 'right', end: 'left' },
};

/** The HTML of an email: at most 600 px wide, fluid below, light or dark as the reader's client is. */
export function renderHtml(content: EmailContent, context: EmailContext): string {
  return `<!doctype html>\n${renderToStaticMarkup(h(EmailDocument, { content, context }))}`;
}

type DocumentProps = { content: EmailContent; context: EmailContext };

function EmailDocument({ content, context }: DocumentProps): ReactElement {
  const { locale } = context;
  const { dir, start } = SIDES[directionOf(locale)];
  const { sans } = FONTS[dir];
  const card: CSSProperties = {
    padding: '32px',
    backgroundColor: LIGHT.surface,
    border: `1px solid ${LIGHT.line}`,
    borderRadius: '8px',
    fontSize: '16px',
    lineHeight: '24px',
    color: LIGHT.ink,
  };
  return h(
    Html,
    { lang: locale, dir },
    h(EmailHead, { title: content.subject }),
    h(
      Body,
      { className: 'paper', style: { margin: 0, padding: '24px 10px', backgroundColor: LIGHT.paper } },
      h(Preview, null, previewText(content)),
      h(
        Container,
        { lang: locale, dir, className: 'container', style: { maxWidth: '600px', fontFamily: sans } },
        h(Brand, context),
        h(Row, null, h(Column, { align: start, className: 'card ink', style: card }, h(Blocks, { content, locale }))),
        h(Footer, context),
      ),
    ),
  );
}

function EmailHead({ title }: { title: string }): ReactElement {
  const noDetection = 'telephone=no,date=no,address=no,email=no,url=no';
  return h(
    Head,
    null,
    h('meta', { name: 'viewport', content: 'width=device-width' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    h('meta', { name: 'format-detection', content: noDetection }),
    h('title', null, title),
    h('style', null, STYLE_SHEET),
  );
}

/** What clients show beside the subject in the list of emails: the first paragraph. */
function previewText({ blocks }: EmailContent): string {
  return blocks.find((block) => block.type === 'text')?.text ?? '';
}

function Brand({ locale, shop, homeUrl, logo }: EmailContext): ReactElement {
  const { serif } = FONTS[directionOf(locale)];
  const style = { font: `600 22px/28px ${serif}`, color: LIGHT.accent, textDecoration: 'none' };
  return h(
    Text,
    { style: { margin: '0 8px 16px', textAlign: 'center' } },
    h(Link, { href: homeUrl, className: 'link', style }, logo ? h(LogoPicture, { logo, shop }) : shop),
  );
}

type LogoProps = { logo: NonNullable<EmailContext['logo']>; shop: string };

/** On white, for dark clients. */
function LogoPicture({ logo: { url, width, height }, shop }: LogoProps): ReactElement {
  const style = { display: 'inline-block', backgroundColor: '#fff', borderRadius: '4px' };
  return h(Img, { src: url, alt: shop, width, height, style });
}

function Footer({ locale, shop, contact }: EmailContext): ReactElement {
  const t = getTranslator(locale);
  const ways = contact.map(({ text, link }, index) =>
    h(Fragment, { key: index }, h('br'), h('bdi', null, link ? h(TextLink, { text, link }) : text)),
  );
  return h(
    Text,
    { className: 'soft', style: { margin: '20px 8px', textAlign: 'center', ...SMALL_TEXT } },
    h(Prose, { text: t('server.emails.goodbye', { shop }) }),
    h('br'),
    h('br'),
    t('server.emails.help'),
    ways,
  );
}

function Blocks({ content, locale }: { content: EmailContent; locale: Locale }): ReactElement {
  const { subject, heading = subject, greeting, blocks } = content;
  const sides = SIDES[directionOf(locale)];
  const { serif } = FONTS[sides.dir];
  const style = { margin: '0 0 16px', font: `600 24px/32px ${serif}`, color: LIGHT.ink };
  return h(
    Fragment,
    null,
    h(Heading, { className: 'ink', style }, h('bdi', null, h(Prose, { text: heading }))),
    greeting === undefined ? null : h(Paragraph, null, h(Prose, { text: greeting })),
    blocks.map((block, index) => h(Block, { key: index, block, sides })),
  );
}

function Block({ block, sides }: { block: EmailBlock; sides: Sides }): ReactElement {
  switch (block.type) {
    case 'text':
      return h(Paragraph, null, h(Prose, { text: block.text }));
    case 'quote':
      return h(Quote, { text: block.text, sides });
    case 'orderLines':
      return h(OrderLines, { lines: block.lines, sides });
    case 'totals':
      return h(Totals, { totals: block.totals, sides });
    case 'rows':
      return h(ValueTable, {
        rows: block.rows.map(([name, value]) => ({ name, value: h('bdi', null, value) })),
        sides,
      });
    case 'panel':
      return h(Panel, block);
    case 'link':
      return h(Paragraph, null, h(TextLink, block));
    case 'button':
      return h(ActionButton, block);
  }
}

function Paragraph({ children }: { children?: ReactNode }): ReactElement {
  return h(Text, { style: { margin: '0 0 16px', fontSize: '16px', lineHeight: '24px' } }, children);
}

function TextLink({ text, link }: { text: string; link: string }): ReactElement {
  const style = { color: LIGHT.accent, textDecoration: 'underline' };
  return h(Link, { href: link, className: 'link', style }, h(Prose, { text }));
}

function Quote({ text, sides: { start } }: { text: string; sides: Sides }): ReactElement {
  const edge = start === 'left' ? 'borderLeft' : 'borderRight';
  const style = { margin: '0 0 16px', padding: '4px 16px', [edge]: `4px solid ${LIGHT.line}` };
  return h('blockquote', { dir: 'auto', className: 'line', style }, joinLines(splitLines(text)));
}

/** Rows of one table: `Row` makes a table of each, which for 100 lines is more than Gmail shows (102 kB). */
function Table({ style, children }: { style?: CSSProperties; children?: ReactNode }): ReactElement {
  const attributes = { role: 'presentation', border: 0, cellPadding: 0, cellSpacing: 0, width: '100%' };
  return h('table', { ...attributes, style }, h('tbody', null, children));
}

function OrderLines({ lines, sides }: { lines: readonly EmailOrderLine[]; sides: Sides }): ReactElement {
  return h(Table, null, ...lines.map((line) => h(OrderLine, { line, sides })));
}

function OrderLine({ line, sides: { start, end } }: { line: EmailOrderLine; sides: Sides }): ReactElement {
  const { title, details, cost, picture, notes } = line;
  const style: CSSProperties = { padding: '12px 0', borderBottom: `1px solid ${LIGHT.line}` };
  const cell = { valign: 'top', className: 'line', style } as const;
  const gap = start === 'left' ? { paddingLeft: '12px' } : { paddingRight: '12px' };
  const reasons = notes.map(({ name, value }) =>
    h(Fragment, null, h(Prose, { text: name }), value && ': ', value && h(Figure, { value })),
  );
  return h(
    'tr',
    null,
    picture === undefined ? null : h('td', { width: 88, ...cell }, h(Cover, { picture })),
    h(
      'td',
      { ...(picture === undefined && { colSpan: 2 }), align: start, ...cell },
      h('strong', null, h('bdi', null, h(Prose, { text: title }))),
      h('div', { className: 'soft', style: SMALL_TEXT }, joinLines([details, ...reasons])),
    ),
    h('td', { align: end, ...cell, style: { ...style, ...gap } }, h(Figure, { value: cost })),
  );
}

/** `fetchPriority` keeps React from adding a `<link rel="preload">` to the head. */
function Cover({ picture }: { picture: string }): ReactElement {
  const size = { width: 72, height: 108 };
  return h(Img, { src: picture, alt: '', ...size, fetchPriority: 'low', style: { borderRadius: '3px' } });
}

function Totals({ totals, sides }: { totals: readonly LabelledValue[]; sides: Sides }): ReactElement {
  const last: CSSProperties = { padding: '10px 0 0', borderTop: `1px solid ${LIGHT.line}`, fontWeight: 600 };
  const rows = totals.map(({ name, value, note }, index) => ({
    name,
    note,
    value: h(Figure, { value }),
    ...(index === totals.length - 1 && { style: last }),
  }));
  return h(ValueTable, { rows, sides });
}

type ValueRow = { name: string; note?: string | undefined; value: ReactNode; style?: CSSProperties };

function ValueTable({ rows, sides: { start, end } }: { rows: readonly ValueRow[]; sides: Sides }): ReactElement {
  const gap = start === 'left' ? { paddingLeft: '12px' } : { paddingRight: '12px' };
  const cells = rows.map(({ name, note, value, style = { padding: '4px 0' } }) => {
    const below = note && h('div', { className: 'soft', style: SMALL_TEXT }, h(Prose, { text: note }));
    const cell = { valign: 'top', className: 'line' } as const;
    return h(
      'tr',
      null,
      h('td', { align: start, ...cell, style }, h(Prose, { text: name }), below),
      h('td', { align: end, ...cell, style: { ...style, ...gap } }, value),
    );
  });
  return h(Table, { style: { margin: '12px 0 24px' } }, ...cells);
}

function Panel({ name, lines }: { name?: string; lines: readonly string[] }): ReactElement {
  const style = { margin: '0 0 16px', padding: '14px 16px', borderRadius: '6px', backgroundColor: LIGHT.sunken };
  const heading = name === undefined ? [] : [h('strong', null, h(Prose, { text: name }))];
  const body = lines.map((line) => h('bdi', null, h(Prose, { text: line })));
  return h('div', { className: 'panel', style }, joinLines([...heading, ...body]));
}

function ActionButton({ text, link }: { text: string; link: string }): ReactElement {
  const style: CSSProperties = {
    padding: '12px 24px',
    borderRadius: '6px',
    backgroundColor: LIGHT.accent,
    color: LIGHT.onAccent,
    fontSize: '16px',
    lineHeight: '24px',
    fontWeight: 600,
    textAlign: 'center',
  };
  return h(Section, { style: { margin: '8px 0 24px' } }, h(Button, { href: link, className: 'button', style }, text));
}

/** A figure is never broken, and never turned by the text around it. */
function Figure({ value }: { value: string }): ReactElement {
  return h('bdi', { style: { whiteSpace: 'nowrap' } }, value);
}

/** Amounts, and the numbers of orders and tickets. */
const NON_BREAKING = /(−?RM [\d۰-۹.,٬٫]*[\d۰-۹]|\b[A-Z]{1,3}-\d+)/;

/** Text in which no amount and no number is broken. */
function Prose({ text }: { text: string }): ReactElement {
  const parts = text.split(NON_BREAKING);
  const unbroken = (part: string) => h('span', { style: { whiteSpace: 'nowrap' } }, part);
  return h(Fragment, null, ...parts.map((part, index) => (index % 2 === 1 ? unbroken(part) : part)));
}

function joinLines(lines: readonly ReactNode[]): ReactElement {
  return h(Fragment, null, ...lines.flatMap((line, index) => (index === 0 ? [line] : [h('br'), line])));
}
