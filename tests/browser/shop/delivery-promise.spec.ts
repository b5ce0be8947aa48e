import { expect, test, type Page } from '../shop.ts';

const PATH = '/book/1/anne-of-green-gables';
const sentence = (page: Page) => page.locator('.promise');

/** The next Wednesday, a dispatch day unless it is a holiday, at a time in Malaysia. */
function nextWednesday(time: string): Date {
  const day = new Date();
  day.setUTCDate(day.getUTCDate() + ((3 - day.getUTCDay() + 7) % 7));
  return new Date(`${day.toISOString().slice(0, 10)}T${time}+08:00`);
}

test('a book page says when the book arrives, and how long that holds', async ({ page }) => {
  await page.goto(PATH);
  const data = JSON.parse((await sentence(page).locator('[data-promise]').getAttribute('data-promise'))!);
  const [first, second] = data.promises;
  await page.clock.setFixedTime(first.until - (2 * 60 + 5) * 60_000);
  await page.goto(PATH);
  await expect(sentence(page)).toHaveText(`Order within 2 h 5 min: with you ${first.dates[0]} in Peninsular Malaysia`);
  await page.clock.setFixedTime(first.until);
  await page.goto(PATH);
  await expect(sentence(page)).toContainText(second.dates[0]);
  await page.evaluate(() => localStorage.setItem('postalCode', '43000'));
  await page.reload();
  await expect(sentence(page)).toContainText('in Selangor');
  await page.evaluate(() => localStorage.setItem('postalCode', '93350'));
  await page.reload();
  await expect(sentence(page)).toContainText(`with you ${second.dates[1]} in Sarawak`);
  await page.clock.setFixedTime(data.promises.at(-1).until);
  await page.reload();
  await expect(sentence(page)).toHaveText('');
});

test('more than a day ahead, and without scripts, the page names the moment', async ({ browser, page }) => {
  await page.goto(PATH);
  const data = JSON.parse((await sentence(page).locator('[data-promise]').getAttribute('data-promise'))!);
  await page.clock.setFixedTime(data.promises[0].until - 86_400_000);
  await page.goto(PATH);
  await expect(sentence(page)).toContainText(`Order by ${data.promises[0].deadline}`);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.SHOP_URL! });
  const plain = await context.newPage();
  await plain.goto(PATH);
  await expect(sentence(plain)).toContainText('Order by');
  await context.close();
});

test('the cart and the checkout say when the books arrive', async ({ page }) => {
  await page.clock.setFixedTime(nextWednesday('10:00'));
  await page.goto('/robots.txt');
  await page.evaluate(() => {
    localStorage.setItem('cart', '[{"id":1,"vid":1,"qty":1}]');
    localStorage.setItem('postalCode', '43000');
  });
  await page.goto('/cart');
  const dates = (await page.locator('.arrival').textContent())!.replace('Arrives ', '');
  expect(dates).toMatch(/^(Mon|Tue|Wed|Thu|Fri) \d/);
  await page.goto('/customer/checkout');
  const arrival = page.locator('.checkout-summary .arrival');
  await expect(arrival).toContainText(`Arrives ${dates}`);
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  await expect(arrival).toContainText(`Arrives ${dates} if your payment reaches us by`);
});
