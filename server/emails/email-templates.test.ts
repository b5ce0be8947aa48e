import { expect, test } from 'vitest';
import { sampleEmailContext } from '../../tests/email-samples.ts';
import { renderEmail, type EmailData } from './email-templates.ts';

const FA = sampleEmailContext('fa');
const EN = sampleEmailContext('en');

const ADDRESS = {
  name: 'نیلوفر رضایی',
  phone: '+60 12-345 6789',
  line1: '12, Jalan Tun Razak',
  line2: null,
  zip: '50400',
  city: 'Kuala Lumpur',
  state: 'Kuala Lumpur',
  country: 'MY' as const,
};

const PLACED: EmailData['order_placed'] = {
  number: 'BK-100013',
  lines: [],
  sums: [],
  address: ADDRESS,
  transfer: { bank: 'Maybank', account_name: 'Halaman', account_number: '5140', reference: 'BK-100013' },
  payable: 3990,
  link: 'https://shop.example/order',
};

test('an address is written line by line, each in its own direction', () => {
  const { html, text } = renderEmail('order_placed', PLACED, FA);
  expect(html).toContain(
    '<br/><bdi>\u2068نیلوفر رضایی\u2069</bdi><br/><bdi>\u206812, Jalan Tun Razak\u2069</bdi><br/><bdi>\u206850400 Kuala Lumpur\u2069</bdi>',
  );
  expect(text).toContain(
    '\n\u2068نیلوفر رضایی\u2069\n\u206812, Jalan Tun Razak\u2069\n\u206850400 Kuala Lumpur\u2069\n',
  );
});

test('a parcel links to its carrier’s tracking page where the carrier is known', () => {
  const parcels = [
    { carrier: 'Pos Laju', tracking: 'EN1MY' },
    { carrier: 'Uncle Lim’s van', tracking: '7' },
  ];
  const { html, text } = renderEmail('order_moved', { number: 'BK-100013', state: 'shipped', parcels, link: 'x' }, EN);
  expect(html).toContain('<a href="https://tracking.pos.com.my/tracking/EN1MY"');
  expect(html).toContain('>Parcel: Uncle Lim’s van 7</p>');
  expect(text).toContain('Parcel: Pos Laju EN1MY\nhttps://tracking.pos.com.my/tracking/EN1MY\n');
});
