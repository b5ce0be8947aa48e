import { expect, test } from 'vitest';
import { addressLines } from './address.ts';

const address = {
  name: 'Siti binti Ali',
  line1: '12, Jalan Tun Razak',
  zip: '50400',
  city: 'Kuala Lumpur',
  state: 'Selangor',
};

test('an address has a line for each part', () => {
  expect(addressLines({ ...address, line2: 'Taman Melati' })).toEqual([
    'Siti binti Ali',
    '12, Jalan Tun Razak',
    'Taman Melati',
    '50400 Kuala Lumpur',
    'Selangor',
  ]);
});

test.each([undefined, null, ''])('a second line that is %s is left out', (line2) => {
  expect(addressLines({ ...address, line2 })).toHaveLength(4);
});
