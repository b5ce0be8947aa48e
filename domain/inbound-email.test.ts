import { describe, expect, test } from 'vitest';
import { isAutomaticEmail, newTextOf } from './inbound-email.ts';

const header = (key: string, value: string) => [{ key, value }];

test.each([
  ['auto-submitted', 'auto-replied'],
  ['auto-submitted', 'auto-generated; x=1'],
  ['precedence', 'bulk'],
  ['precedence', 'auto_reply'],
  ['return-path', '<>'],
  ['content-type', 'multipart/report; report-type=delivery-status; boundary=x'],
  ['list-id', 'Readers <readers.example.com>'],
  ['x-autoreply', 'yes'],
])('%s: %s is of no person', (key, value) => {
  expect(isAutomaticEmail(header(key, value), 'reader@example.com')).toBe(true);
});

test.each([
  ['auto-submitted', 'no'],
  ['precedence', 'first-class'],
  ['return-path', '<reader@example.com>'],
  ['content-type', 'multipart/alternative; boundary=report'],
  ['constructor', 'x'],
  ['__proto__', 'x'],
])('%s: %s may be of a person', (key, value) => {
  expect(isAutomaticEmail(header(key, value), 'reader@example.com')).toBe(false);
});

test('mail servers are no persons', () => {
  expect(isAutomaticEmail([], 'MAILER-DAEMON@example.com')).toBe(true);
  expect(isAutomaticEmail([], 'noreply@example.com')).toBe(true);
});

describe('what is new in a reply', () => {
  test.each([
    [
      'Yes please.\n\nOn Tue, 24 Nov 2026 at 10:00, Halaman <reply+x@shop.example> wrote:\n\n> Shall we?\n> Greetings',
      'Yes please.',
    ],
    [
      'Gern.\n\nAm 24.11.2026 um 10:00 schrieb Halaman\n<reply+t-1007.g1b.0011@reply.shop.example>:\n> Sollen wir?',
      'Gern.',
    ],
    ['Oui.\n\nLe mar. 24 nov. 2026 à 10:00, Halaman <a@b.example> a écrit :\n\n> Bonjour\n>\n> Ça va ?', 'Oui.'],
    ['بله.\n\nدر سه‌شنبه ۳ آذر ۱۴۰۵ نوشت:\n> سلام', 'بله.'],
    ['Sim.\r\n\r\n> Bom dia\r\n> Obrigado\r\n', 'Sim.'],
    ['Yes.\n\n-----Original Message-----\nFrom: Halaman\nSent: Tuesday\n\nShall we?', 'Yes.'],
    [
      'Yes.\n\n________________________________\nFrom: Halaman <a@b.example>\nSent: Tuesday, 24 November\nTo: Siti\n\nShall we?',
      'Yes.',
    ],
    ['Ja.\n\nVon: Halaman\nGesendet: Dienstag\nAn: Siti\nBetreff: T-1\n\nSollen wir?', 'Ja.'],
    ['Yes.\n\n-- \nSiti Aminah\n+60 12', 'Yes.'],
    [
      '> Which one?\n\nThe blue one.\n\n> And when?\n\nTomorrow.',
      '> Which one?\n\nThe blue one.\n\n> And when?\n\nTomorrow.',
    ],
    ['The titles are:\nEmma\nDracula', 'The titles are:\nEmma\nDracula'],
    ['From: what I read, it is torn.', 'From: what I read, it is torn.'],
    ['One\n\n\n\n\nTwo', 'One\n\nTwo'],
    ['> only a quotation', '> only a quotation'],
    ['', ''],
  ])('%j is %j', (text, expected) => {
    expect(newTextOf(text)).toBe(expected);
  });

  test('long texts take no longer than their length', () => {
    for (const text of ['> \n'.repeat(50_000), '-'.repeat(200_000), ':\n'.repeat(50_000), '\n'.repeat(200_000)])
      expect(newTextOf(text).length).toBeLessThanOrEqual(text.length);
  });
});
