import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { hstsHeader, parseForwardedFor } from './headers.ts';

test.each([
  ['http://shop.test', '0', undefined],
  ['https://shop.test', '0', 'max-age=31536000'],
  ['https://shop.test', '1', 'max-age=31536000; includeSubDomains'],
])('a shop at %s with HSTS_SUBDOMAINS=%s sends %s', (publicUrl, setting, header) => {
  expect(hstsHeader({ publicUrl, config: readConfig({ HSTS_SUBDOMAINS: setting }) })).toBe(header);
});

test.each([
  ['198.51.100.1', '198.51.100.1'],
  ['6.6.6.6, 198.51.100.1', '6.6.6.6, 198.51.100.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['198.51.100.1:4711', '198.51.100.1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['garbage', ''],
  ['6.6.6.6, garbage', ''],
  ['garbage, 198.51.100.1', '198.51.100.1'],
  ['6.6.6.6, unknown, 198.51.100.1', '198.51.100.1'],
  ['1.2.3.4.5', ''],
  ["'; DROP TABLE customer; --", ''],
  ['', ''],
  [',,', ''],
])('"%s" is trusted as "%s"', (header, addresses) => {
  expect(parseForwardedFor(header)).toBe(addresses);
});
