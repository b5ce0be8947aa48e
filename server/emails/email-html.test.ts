import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directionOf, LOCALES } from '#domain/locale.ts';
import { EMAIL_KINDS, EMAIL_SAMPLES, sampleEmailContext } from '../../tests/email-samples.ts';
import { DARK, LIGHT } from './email-styles.ts';
import { renderEmail, type EmailData, type EmailKind } from './email-templates.ts';
import type { OrderEmailLine } from './order-email-data.ts';

const EACH = EMAIL_KINDS.flatMap((kind) => LOCALES.map((locale) => [kind, locale] as const));

/** The visible words of an email, without direction marks. */
function wordsOf(html: string): string {
  return plain(
    html
      .replace(/<(head|style)>?[^]*<\/\1>/g, '')
      .replace(/<!--.*?-->/g, '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/&[^;]+;/g, (escaped) => CHARACTERS[escaped]!),
  );
}

/** What React escapes. */
const CHARACTERS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

function plain(text: string): string {
  return text.replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ');
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/ href="([^"]*)"/g)].map(([, address]) =>
    address!.replace(/&[^;]+;/g, (escaped) => CHARACTERS[escaped]!),
  );
}

test.each(EACH)('%s in %s is a complete email, with one button where it has a link', (kind, locale) => {
  const data: object = EMAIL_SAMPLES[kind];
  const { subject, text, html } = renderEmail(kind, EMAIL_SAMPLES[kind], sampleEmailContext(locale));
  expect(subject).not.toMatch(/server\.emails|\{/);
  expect(html).toContain(`<html dir="${directionOf(locale)}" lang="${locale}">`);
  expect(html.match(/class="button"/g)?.length ?? 0).toBe('link' in data ? 1 : 0);
  for (const address of linksOf(html)) expect(text).toContain(address.replace(/^(mailto|tel):.*/, ''));
  const words = wordsOf(html);
  for (const word of plain(text.replace(/https?:\S+/g, '')).match(/[\p{L}\p{N}]+(?:[.,٫٬]\p{N}+)*/gu)!)
    expect(words).toContain(word);
  for (const [figure] of words.matchAll(/RM [\d۰-۹,.٬٫]+/g)) expect(plain(text)).toContain(figure);
});

test.each(['order_placed', 'order_moved', 'payment_reminder'] as const)(
  '%s shows covers, figures and the delivery address',
  (kind) => {
    const { html, text } = renderEmail(kind, EMAIL_SAMPLES[kind], sampleEmailContext('en'));
    expect([...html.matchAll(/<img [^>]*src="([^"]*)"/g)].map(([, picture]) => picture)).toEqual(
      EMAIL_SAMPLES.order_placed.lines.map(({ picture }) => picture),
    );
    for (const figure of ['RM 79.80', 'RM 131.80', '−RM 7.98', 'RM 8.00', 'RM 123.82']) {
      expect(html).toContain(figure);
      expect(text).toContain(figure);
    }
    expect(text).toContain(
      'Delivery address:\nSiti binti Ali\n12, Jalan Tun Razak\nTaman Melati\n50400 Kuala Lumpur\n',
    );
  },
);

test('numbers and amounts are never broken', () => {
  const { html } = renderEmail('refund_moved', EMAIL_SAMPLES.refund_moved, sampleEmailContext('de'));
  const unbroken = [...html.matchAll(/<span style="white-space:nowrap">([^<]*)</g)].map(([, text]) => text);
  expect(unbroken).toEqual(['BK-100013', 'RM 39.90', 'BK-100013']);
});

test('free delivery is shown as on the order page', () => {
  const sums = [{ label: 'shipping', amount: 0 } as const, { label: 'payable', amount: 14_000 } as const];
  const { text } = renderEmail('order_placed', { ...EMAIL_SAMPLES.order_placed, sums }, sampleEmailContext('en'));
  expect(text).toContain('Delivery: Free\n');
});

test('emails from before covers, deadlines and price breakdowns are rendered without them', () => {
  const { transfer, payable, link, number, address, sums } = EMAIL_SAMPLES.order_placed;
  const lines = [{ title: 'Emma', format: 'Paperback', qty: 1, cost: 4000 }];
  const placed = { number, lines, sums, address, transfer, payable, link };
  const { html } = renderEmail('order_placed', placed, sampleEmailContext('en'));
  expect(html).not.toContain('<img');
  expect(html).toContain('Emma');
  expect(renderEmail('order_moved', { number, state: 'paid', link }, sampleEmailContext('fa')).text).toContain(link);
});

const hostile = fc.oneof(
  // No field that strangers fill in may be empty.
  fc.string({ unit: 'grapheme' }).filter((text) => text.trim() !== ''),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</td></table><a href="https://evil.example">x</a>',
    'https://evil.example/x',
    'www.evil.example',
    'Siti\r\nBcc: x@evil.example',
    'a\u2029b\u202ec\u2069\u2069d',
    '{name} {shop}',
    "' style='display:none",
  ),
);

test('input of strangers stays text: no tag, no link, no line break, no change of direction', () => {
  const kinds = fc.constantFrom(...EMAIL_KINDS);
  fc.assert(
    fc.property(kinds, fc.constantFrom(...LOCALES), hostile, (kind, locale, typed) => {
      const { subject, html, text } = renderEmail(kind, hostileData(kind, typed), sampleEmailContext(locale));
      const known = renderEmail(kind, hostileData(kind, 'x'), sampleEmailContext(locale));
      expect(tagsOf(html)).toEqual(tagsOf(known.html));
      expect(text.split('\n').length).toBe(known.text.split('\n').length);
      expect(subject).not.toMatch(/[\r\n\u2028\u2029]/);
      expect(html + text).not.toMatch(/evil\.example|\u202e/);
    }),
  );
});

/** The data of a kind in which everything that strangers can type is this. */
function hostileData<K extends EmailKind>(kind: K, typed: string): EmailData[K] {
  const data = EMAIL_SAMPLES[kind];
  const address = 'address' in data && { ...data.address, name: typed, line1: typed, line2: typed, city: typed };
  return {
    ...data,
    ...('name' in data && { name: typed }),
    ...('subject' in data && { subject: typed }),
    ...('words' in data && { words: typed }),
    ...(kind === 'ticket_opened' && { text: typed.replace(/[\r\n\u2028\u2029]/g, ' ') }),
    ...(address && { address }),
  };
}

test('texts of the catalogue, the staff and the carriers stay text as well', () => {
  fc.assert(
    fc.property(hostile, (input) => {
      const [{ title: _, ...line }] = EMAIL_SAMPLES.order_placed.lines as [OrderEmailLine];
      const emails = (typed: string) => [
        renderEmail(
          'order_placed',
          { ...EMAIL_SAMPLES.order_placed, lines: [{ ...line, title: typed }] },
          sampleEmailContext('fa'),
        ),
        renderEmail('refund_moved', { ...EMAIL_SAMPLES.refund_moved, note: `${typed}.` }, sampleEmailContext('en')),
        renderEmail('provider_joined', { name: typed, provider: typed }, sampleEmailContext('de')),
        renderEmail(
          'order_moved',
          { ...EMAIL_SAMPLES.order_moved, parcels: [{ carrier: '?', tracking: typed }] },
          sampleEmailContext('fr'),
        ),
      ];
      expect(emails(input).map(({ html }) => tagsOf(html))).toEqual(emails('x').map(({ html }) => tagsOf(html)));
    }),
  );
});

/** Without the padding that a short preview text is given. */
function tagsOf(html: string): string[] {
  const withoutPadding = html.replace(/<div>[\u00a0\u200b-\u200f\ufeff]*<\/div>/, '');
  return [...withoutPadding.matchAll(/<[^>]*>/g)].map(([tag]) => tag).filter((tag) => !/^<\/?span\b/.test(tag));
}

test('an email about the most lines that an order may have is shorter than Gmail’s limit', () => {
  const lines = Array.from({ length: 100 }, () => EMAIL_SAMPLES.order_placed.lines[1]!);
  const { html } = renderEmail('order_placed', { ...EMAIL_SAMPLES.order_placed, lines }, sampleEmailContext('en'));
  expect(Buffer.byteLength(html)).toBeLessThan(102_000);
});

test.each([LIGHT, DARK])('text contrasts with its background', (palette) => {
  const { paper, surface, sunken, ink, soft, accent, onAccent } = palette;
  const pairs = [ink, soft, accent].flatMap((text) => [paper, surface].map((ground) => [text, ground]));
  for (const [text, ground] of [...pairs, [ink, sunken], [onAccent, accent]])
    expect(contrast(text!, ground!)).toBeGreaterThanOrEqual(4.5);
});

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}
