import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fieldIssues } from './error-codes.ts';
import { DEFAULT_ZONES } from '#domain/shipping.ts';
import { addressFields, servedZip } from './forms.ts';

const ADDRESS = { name: 'Nurul', phone: '012-345 6789', line1: '1, Jalan Buku', city: 'Town', state: 'Johor' };

test('a form accepts a postal code in a delivery zone; without zones, any', () => {
  const issues = (zip: string, zones: typeof DEFAULT_ZONES | undefined) =>
    fieldIssues(z.extend(addressFields, { zip: servedZip(zones) }).safeParse({ ...ADDRESS, zip }).error?.issues ?? []);
  expect(issues('50480', DEFAULT_ZONES)).toEqual([]);
  expect(issues('05000', DEFAULT_ZONES)).toEqual([{ path: 'zip', key: 'postal_code' }]);
  expect(issues('05000', undefined)).toEqual([]);
  expect(issues('x', undefined)).toEqual([{ path: 'zip', key: 'postal_code' }]);
});
