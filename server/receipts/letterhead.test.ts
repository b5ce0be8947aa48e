import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import sharp from 'sharp';
import { makeProduct, makeSignedInCustomer, placeOrder } from '../../tests/factories.ts';
import { readPdf } from '../../tests/read-pdf.ts';
import { openTestApp } from '../../tests/test-app.ts';
import { listParcels } from '../orders/parcels.ts';
import { encodeLogo } from '../photos/encode-logo.ts';
import { changeLogo, storeLogo } from '../shop-settings/logo.ts';
import { printParcels } from './print-parcels.ts';

const shop = await openTestApp({ SHOP_NAME: 'Kedai Buku' });
const { app, deps } = shop;
const reader = await makeSignedInCustomer(shop);
const title = await makeProduct(shop);
const orders = [1, 2].map(() => placeOrder(app, { lines: [title], token: reader.token }));
const [order, other] = (await Promise.all(orders)).map(({ body }) => body);

const half = { r: 90, g: 40, b: 120, alpha: 0.5 };
const transparent = await sharp({ create: { width: 800, height: 160, channels: 4, background: half } })
  .png()
  .toBuffer();

async function receipt(locale: string) {
  const headers = { authorization: `Bearer ${reader.token}` };
  const response = await app.inject({ url: `/api/orders/${order.id}/receipt?locale=${locale}`, headers });
  return response.rawPayload;
}

async function slips(): Promise<Buffer> {
  const parcels = await listParcels(deps.db, [order.number, other.number]);
  return buffer(printParcels(parcels, deps, { kind: 'slips', paper: 'a4' }));
}

const pictures = (pdf: Buffer) => pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0;
const wordsOf = (pdf: Buffer) => readPdf(pdf).pages.flat();

test('documents begin with the shop’s name until it has a logo, then with that, once a file', async () => {
  for (const pdf of [await receipt('en'), await slips()]) {
    expect(pictures(pdf)).toBe(0);
    expect(wordsOf(pdf)[0]).toBe('Kedai Buku');
  }
  const logo = await storeLogo(deps.storage, await encodeLogo(transparent));
  await changeLogo(deps.db, logo, { actor: 'operator', version: 0 });
  await deps.settings.load();
  for (const pdf of [await receipt('en'), await receipt('fa'), await slips()]) {
    expect(pictures(pdf)).toBe(1);
    expect(wordsOf(pdf)[0]).not.toBe('Kedai Buku');
    expect(pdf.toString('latin1').trimEnd()).toMatch(/%%EOF$/);
  }
  expect(wordsOf(await slips()).filter((words) => words === 'Packing slip')).toHaveLength(2);
});

test('a logo whose file is gone is the shop’s name again', async () => {
  const logo = { id: '01900000-0000-7000-8000-000000000000', width: 200, height: 40 };
  await changeLogo(deps.db, logo, { actor: 'operator', version: 1 });
  await deps.settings.load();
  expect(wordsOf(await receipt('en'))[0]).toBe('Kedai Buku');
});
