/** A carrier: how its name is recognised (letters and digits only), and its tracking page with the place of the code. */
type Carrier = { name: string; pattern: RegExp; template: string };

/** The carriers that deliver in Malaysia. The first match counts. */
const CARRIERS: readonly Carrier[] = [
  { name: 'Pos Laju', pattern: /^pos(laju|malaysia)?$/, template: 'https://tracking.pos.com.my/tracking/{code}' },
  { name: 'J&T Express', pattern: /^(jt|jnt|jandt)(express)?$/, template: 'https://www.jtexpress.my/tracking/{code}' },
  { name: 'DHL Express', pattern: /^dhlexpress$/, template: dhlTemplate('express') },
  { name: 'DHL eCommerce', pattern: /^dhl/, template: dhlTemplate('ecommerce') },
  { name: 'Ninja Van', pattern: /^ninja(van)?$/, template: 'https://www.ninjavan.co/en-my/tracking?id={code}' },
  { name: 'GDEX', pattern: /^gd(ex|express)$/, template: 'https://gdexpress.com/tracking/?consignmentno={code}' },
  {
    name: 'City-Link Express',
    pattern: /^citylink(express)?$/,
    template: 'https://www.citylinkexpress.com/tracking-result/?track0={code}',
  },
  { name: 'SPX Express', pattern: /^(spx|shopee)(express|xpress)?$/, template: 'https://spx.com.my/track?{code}' },
  {
    name: 'Flash Express',
    pattern: /^flash(express)?$/,
    template: 'https://www.flashexpress.my/fle/tracking?se={code}',
  },
  { name: 'Skynet', pattern: /^skynet(express)?$/, template: 'https://www.skynet.com.my/track?hawbNoList={code}' },
  { name: 'FedEx', pattern: /^fedex$/, template: 'https://www.fedex.com/fedextrack/?trknbr={code}' },
  { name: 'UPS', pattern: /^ups$/, template: 'https://www.ups.com/track?tracknum={code}' },
  { name: 'Aramex', pattern: /^aramex$/, template: 'https://www.aramex.com/my/en/track/results?ShipmentNumber={code}' },
];

/** The names that are proposed for a parcel. */
export const CARRIER_NAMES: readonly string[] = CARRIERS.map(({ name }) => name);

/** The carrier's page that tracks a parcel; undefined for an unknown carrier. */
export function trackingLink({ carrier, tracking }: { carrier: string; tracking: string }): string | undefined {
  const name = carrier.toLowerCase().replace(/[^a-z0-9]/g, '');
  const code = encodeURIComponent(tracking.replace(/\s/g, ''));
  return CARRIERS.find(({ pattern }) => pattern.test(name))?.template.replace('{code}', () => code);
}

function dhlTemplate(kind: 'express' | 'ecommerce'): string {
  return `https://www.dhl.com/my-en/home/tracking/tracking-${kind}.html?submit=1&tracking-id={code}`;
}
