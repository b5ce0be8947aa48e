import { describe, expect, test } from 'vitest';
import { get, openDoor, read, refusal } from '../../tests/door.ts';
import { makeCoupon, makeSignedIn, makeTitle, placeOrder } from '../../tests/factories.ts';
import { guestTokenTo } from '../../tests/mails.ts';
import { readPdf } from '../../tests/read-pdf.ts';
import { moveOrder } from '../orders/move-order.ts';

const shop = await openDoor({ BANK_NAME: 'Bank Contoh' });
const { app, pool, deps } = shop;
const NO_ID = '01900000-0000-7000-8000-000000000000';

async function ask(path: string, token?: string, headers: Record<string, string> = {}) {
  const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return app.inject({ url: path, headers: { ...bearer, ...headers } });
}

async function receiptOf(path: string, token?: string) {
  const answer = await ask(path, token);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  const { pages, info } = readPdf(answer.rawPayload);
  return { pages, info, words: pages.flat(), headers: answer.headers };
}

/** Letters as the eye meets them from the left. */
const seen = (text: string) => [...text].toReversed().join('');

describe('the receipt of an order', () => {
  test('tells number, day, books with format and ISBN, the amounts with their reasons, and how to pay', async () => {
    const { token, email } = await makeSignedIn(shop);
    const title = await makeTitle(shop, { title: 'Die Verwandlung', isbn: '9783150099001', stock: 20 });
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
        `Coupon ${coupon.code}: 10 % of the list price\u00a0×\u00a03`,
        'RM 96.00',
        'RM 104.00',
        'Not paid yet. Please transfer RM 104.00 to:',
        'Bank Contoh',
        `${body.number} · page 1 of 1`,
      ]),
    );
  });

  test('is a receipt once it is paid, and keeps the day of it', async () => {
    const { token } = await makeSignedIn(shop);
    const { body } = await placeOrder(app, { lines: [await makeTitle(shop)], token });
    await moveOrder(deps, body.id, { to: 'paid', actor: 'operator' });
    const { words } = await receiptOf(`/api/orders/${body.id}/receipt`, token);
    expect(words).toContain('Receipt');
    expect(words.some((word) => /^Paid on \d+ \w+ \d{4}: Bank transfer\.$/.test(word))).toBe(true);
    expect(words).not.toContain('Bank Contoh');
  });
});

describe('a receipt', () => {
  test('speaks the language that is asked for, else the one that is accepted', async () => {
    const { token } = await makeSignedIn(shop);
    const { body } = await placeOrder(app, { lines: [await makeTitle(shop)], token });
    const path = `/api/orders/${body.id}/receipt`;
    expect((await receiptOf(`${path}?locale=de`, token)).words).toContain('Rechnung');
    const accepted = await ask(path, token, { 'accept-language': 'pt' });
    expect(readPdf(accepted.rawPayload).pages.flat()).toContain('Fatura');
    expect(refusal(await get(app, `${path}?locale=xx`, { token }))).toEqual([422, 'invalid']);
  });

  test('runs from right to left in Persian, Latin titles and prices as they are', async () => {
    const { token } = await makeSignedIn(shop);
    const lines = [
      await makeTitle(shop, { title: 'Dune' }),
      await makeTitle(shop, { title: 'بوف کور', language: 'fa' }),
    ];
    const { body } = await placeOrder(app, { lines, token });
    const { words } = await receiptOf(`/api/orders/${body.id}/receipt?locale=fa`, token);
    expect(words).toEqual(expect.arrayContaining(['Dune', seen('بوف\u00a0کور'), 'RM 36.00', 'RM 80.00', body.number]));
    expect(words).toContain(seen('صورت\u200cحساب').replace('\u200c', ' '));
  });

  test('takes as many pages as it needs, each numbered', async () => {
    const { token } = await makeSignedIn(shop);
    const titles = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        makeTitle(shop, { title: `Volume ${index}: ${'a long title '.repeat(6)}` }),
      ),
    );
    const { body } = await placeOrder(app, { lines: titles, token });
    const { pages } = await receiptOf(`/api/orders/${body.id}/receipt`, token);
    expect(pages.length).toBeGreaterThan(3);
    pages.forEach((words, index) => expect(words.at(-1)).toBe(`${body.number} · page ${index + 1} of ${pages.length}`));
    const titlesSeen = pages.flat().filter((word) => /^Volume \d+: /.test(word));
    expect(titlesSeen).toHaveLength(40);
  });

  test('of an order from before explanations has its sums alone', async () => {
    const { token } = await makeSignedIn(shop);
    const { body } = await placeOrder(app, { lines: [await makeTitle(shop)], token });
    await pool.query('UPDATE "order" SET explanation = NULL WHERE id = $1', [body.id]);
    const { words } = await receiptOf(`/api/orders/${body.id}/receipt`, token);
    expect(words).toContain('Member saving');
    expect(words.some((word) => word.startsWith('Member price'))).toBe(false);
  });
});

describe('a receipt is given to whom the order belongs', () => {
  test('not to another customer, exactly like an order that is not there', async () => {
    const [owner, other] = [await makeSignedIn(shop), await makeSignedIn(shop)];
    const { body } = await placeOrder(app, { lines: [await makeTitle(shop)], token: owner.token });
    const theirs = await get(app, `/api/orders/${body.id}/receipt`, { token: other.token });
    expect(refusal(theirs)).toEqual([404, 'not_found']);
    expect(theirs.text).toBe((await get(app, `/api/orders/${NO_ID}/receipt`, { token: other.token })).text);
  });

  test('to a guest by the mailed link alone', async () => {
    const email = 'receipt@mail.test';
    const { body } = await placeOrder(app, { lines: [await makeTitle(shop)], email });
    const link = await guestTokenTo(deps, email);
    const { words } = await receiptOf(`/api/guest-orders/${link}/receipt?locale=fr`);
    expect(words).toEqual(expect.arrayContaining(['Facture', `Commande ${body.number}`, email]));
    const wrong = read(await ask(`/api/guest-orders/${link.slice(1)}x/receipt`));
    expect(refusal(wrong)).toEqual([404, 'not_found']);
  });
});
