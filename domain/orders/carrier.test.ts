import { expect, test } from 'vitest';
import { CARRIER_NAMES, trackingLink } from './carrier.ts';

test.each([
  ['Pos Laju', 'https://tracking.pos.com.my/tracking/EN1'],
  ['pos malaysia', 'https://tracking.pos.com.my/tracking/EN1'],
  ['J&T', 'https://www.jtexpress.my/tracking/EN1'],
  ['J&T Express', 'https://www.jtexpress.my/tracking/EN1'],
  ['J and T', 'https://www.jtexpress.my/tracking/EN1'],
  ['DHL', 'https://www.dhl.com/my-en/home/tracking/tracking-ecommerce.html?submit=1&tracking-id=EN1'],
  ['DHL eCommerce', 'https://www.dhl.com/my-en/home/tracking/tracking-ecommerce.html?submit=1&tracking-id=EN1'],
  ['DHL Express', 'https://www.dhl.com/my-en/home/tracking/tracking-express.html?submit=1&tracking-id=EN1'],
  ['Ninja Van', 'https://www.ninjavan.co/en-my/tracking?id=EN1'],
  ['GDEX', 'https://gdexpress.com/tracking/?consignmentno=EN1'],
  ['GD Express', 'https://gdexpress.com/tracking/?consignmentno=EN1'],
  ['City-Link', 'https://www.citylinkexpress.com/tracking-result/?track0=EN1'],
  ['City-Link Express', 'https://www.citylinkexpress.com/tracking-result/?track0=EN1'],
  ['SPX', 'https://spx.com.my/track?EN1'],
  ['Shopee Xpress', 'https://spx.com.my/track?EN1'],
  ['Flash Express', 'https://www.flashexpress.my/fle/tracking?se=EN1'],
])('a parcel of %s has a tracking URL', (carrier, link) => {
  expect(trackingLink({ carrier, tracking: 'EN1' })).toBe(link);
});

test('every carrier that is proposed has a tracking page', () => {
  expect(CARRIER_NAMES).toEqual(expect.arrayContaining(['Pos Laju', 'J&T Express', 'DHL eCommerce', 'Ninja Van']));
  for (const carrier of CARRIER_NAMES) expect(trackingLink({ carrier, tracking: 'EN1' })).toMatch(/^https:.*EN1$/);
});

test.each(['Uncle Lim’s van', 'Posh', 'The Ninja', ''])('%s is an unknown carrier', (carrier) => {
  expect(trackingLink({ carrier, tracking: 'EN1' })).toBeUndefined();
});

test('a tracking code stays within the last path segment of the URL', () => {
  expect(trackingLink({ carrier: 'SPX', tracking: 'MY 12/../?x&y#z' })).toBe(
    'https://spx.com.my/track?MY12%2F..%2F%3Fx%26y%23z',
  );
});
