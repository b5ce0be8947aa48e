import { expect, test } from 'vitest';
import { linkKind } from './page-text.ts';

test.each([
  ['/delivery', 'shop'],
  ['/browse?q=a#b', 'shop'],
  ['https://example.org/a', 'outside'],
  ['HTTP://example.org', 'outside'],
  ['mailto:a@mail.test', 'other'],
  ['tel:+60312345678', 'other'],
  ['#top', 'other'],
  ['javascript:alert(1)', undefined],
  ['JavaScript:alert(1)', undefined],
  ['java\tscript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['vbscript:x', undefined],
  ['//elsewhere.test', undefined],
  ['/\t/elsewhere.test', undefined],
  ['/\\elsewhere.test', undefined],
  ['https:///x', undefined],
  ['delivery', undefined],
  ['mailto:', undefined],
  ['', undefined],
])('a link to %j leads %s', (href, kind) => expect(linkKind(href)).toBe(kind));
