import { describe, expect, test } from 'vitest';
import { get, openTestApp, toTestResponse, errorOf } from '../../tests/test-app.ts';
import { makeCoupon, makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { orderTokenTo } from '../../tests/emails.ts';
import { readPdf } from '../../tests/read-pdf.ts';
import { transitionOrder } from '../orders/transition-order.ts';

const shop = await openTestApp({ BANK_NAME: 'Bank Contoh' });
const { app, pool, deps } = shop;
const NO_ID = '01900000-0000-7000-8000-000000000000';

async function request(path: string, token?: string, headers: Record<string, string> = {}) {
  const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return app.inject({ url: path, headers: { ...bearer, ...headers } });
}

async function receiptOf(path: string, token?: string) {
  const response = await request(path, token);
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf']);
  const { pages, info } = readPdf(response.rawPayload);
  return { pages, info, words: pages.flat(), headers: response.headers };
}

/** Letters from left to right. */
const seen = (text: string) => [...text].toReversed().join('');

describe('the receipt of an order', () => {
  test('has the number, the day, lines with format and ISBN, amounts with their adjustments, and how to pay', async () => {
    const { token, email } = await makeSignedInCustomer(shop);
    const title = await makeProduct(shop, { title: 'Die Verwandlung', isbn: '9783150099001', stock: 20 });
    const coupon = await makeCoupon(shop);
    const { body } = await placeOrder(app, { lines: [{ of: title, qty: 3 }], token, coupon });
    const { words, pages, headers } = await receiptOf(`/api/orders/${body.id}/receipt`, token);
    expect(pages).toHaveLength(1);
    expect(headers['content-disposition']).toBe(`attachment; filename="${body.number}.pdf"`);
    expect(words).toEqual(
      expect.arrayContaining([
        'Invoice',
        `Order ${body.number}`,
        email,
        'Siti binti Ali',
        'Die Verwandlung',
        'Paperback · ISBN 9783150099001',
        'Member price: RM 4.00 less per copy\u00a0×\u00a03',
        '−RM 12.00',
        `Coupon ${coupon.code}: 10% of the list price\u00a0×\u00a03`,
        'RM 96.00',
        'RM 104.00',
        'Not paid yet. Please transfer RM 104.00 to:',
        'Bank Contoh',
        `${body.number} · page 1 of 1`,
      ]),
    );
  });

  test('is a receipt once the order is paid, with the day of payment', async () => {
    const { token } = await makeSignedInCustomer(shop);
    const { body } = await placeOrder(app, { lines: [await makeProduct(shop)], token });
    await transitionOrder(deps, body.id, { to: 'paid', actor: 'operator' });
    const { words } = await receiptOf(`/api/orders/${body.id}/receipt`, token);
    expect(words).toContain('Receipt');
    expect(words.some((word) => /^Paid on \d+ \w+ \d{4}: Bank transfer\.$/.test(word))).toBe(true);
    expect(words).not.toContain('Bank Contoh');
  });
});

describe('a receipt', () => {
  test('is in the requested language, else the accepted one', async () => {
    const { token } = await makeSignedInCustomer(shop);
    const { body } = await placeOrder(app, { lines: [await makeProduct(shop)], token });
    const path = `/api/orders/${body.id}/receipt`;
    expect((await receiptOf(`${path}?locale=de`, token)).words).toContain('Rechnung');
    const accepted = await request(path, token, { 'accept-language': 'pt' });
    expect(readPdf(accepted.rawPayload).pages.flat()).toContain('Fatura');
    expect(errorOf(await get(app, `${path}?locale=xx`, { token }))).toEqual([422, 'invalid']);
  });

  test('is right-to-left in Persian, with Latin titles and prices unchanged', async () => {
    const { token } = await makeSignedInCustomer(shop);
    const lines = [
      await makeProduct(shop, { title: 'Dune' }),
      await makeProduct(shop, { title: 'بوف کور', language: 'fa' }),
    ];
    const { body } = await placeOrder(app, { lines, token });
    const { words } = await receiptOf(`/api/orders/${body.id}/receipt?locale=fa`, token);
    expect(words).toEqual(expect.arrayContaining(['Dune', seen('بوف\u00a0کور'), 'RM 36.00', 'RM 80.00', body.number]));
    expect(words).toContain(seen('کتاب\u200cها').replace('\u200c', ' '));
  });

  test('has numbered pages as needed', async () => {
    const { token } = await makeSignedInCustomer(shop);
    const titles = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        makeProduct(shop, { title: `Volume ${index}: ${'a long title '.repeat(6)}` }),
      ),
    );
    const { body } = await placeOrder(app, { lines: titles, token });
    const { pages } = await receiptOf(`/api/orders/${body.id}/receipt`, token);
    expect(pages.length).toBeGreaterThan(3);
    pages.forEach((words, index) => expect(words.at(-1)).toBe(`${body.number} · page ${index + 1} of ${pages.length}`));
    const titlesSeen = pages.flat().filter((word) => /^Volume \d+: /.test(word));
    expect(titlesSeen).toHaveLength(40);
  });

  test('of an order from before price breakdowns has only its totals', async () => {
    const { token } = await makeSignedInCustomer(shop);
    const { body } = await placeOrder(app, { lines: [await makeProduct(shop)], token });
    await pool.query('UPDATE "order" SET price_breakdown = NULL WHERE id = $1', [body.id]);
    const { words } = await receiptOf(`/api/orders/${body.id}/receipt`, token);
    expect(words).toContain('Member discount');
    expect(words.some((word) => word.startsWith('Member price'))).toBe(false);
  });
});

describe('a receipt belongs to the owner of the order', () => {
  test('another customer gets the same error as for an order that does not exist', async () => {
    const [owner, other] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
    const { body } = await placeOrder(app, { lines: [await makeProduct(shop)], token: owner.token });
    const theirs = await get(app, `/api/orders/${body.id}/receipt`, { token: other.token });
    expect(errorOf(theirs)).toEqual([404, 'not_found']);
    expect(theirs.text).toBe((await get(app, `/api/orders/${NO_ID}/receipt`, { token: other.token })).text);
  });

  test('a guest gets it only through the link in the email', async () => {
    const email = 'receipt@mail.test';
    const { body } = await placeOrder(app, { lines: [await makeProduct(shop)], email });
    const link = await orderTokenTo(deps, email);
    const { words } = await receiptOf(`/api/guest-orders/${link}/receipt?locale=fr`);
    expect(words).toEqual(expect.arrayContaining(['Facture', `Commande ${body.number}`, email]));
    const wrong = toTestResponse(await request(`/api/guest-orders/${link.slice(1)}x/receipt`));
    expect(errorOf(wrong)).toEqual([404, 'not_found']);
  });
});
