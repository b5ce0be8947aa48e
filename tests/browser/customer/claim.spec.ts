import { operate } from '../operate.ts';
import { paidOrder } from '../paid-order.ts';
import { passPromise } from '../pass-promise.ts';
import { expect, mailTo, signIn, test } from '../shop.ts';
import { violations } from '../violations.ts';

test('claims a parcel that has not arrived, in two steps and without a script, and follows it', async ({
  page,
  request,
}) => {
  const { number } = await paidOrder(request, { Emma: 1 });
  for (const verb of ['pack', 'ship'])
    await operate('order', verb, number, ...(verb === 'ship' ? ['--carrier', 'Pos Laju', '--tracking', 'EN1MY'] : []));
  await signIn(page);
  await page.goto(`/customer/my-orders?order=${number}`);
  await expect(page.getByRole('button', { name: 'Return items' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'It has not arrived' })).toHaveCount(0);
  await passPromise(number);
  await page.reload();
  await page.getByRole('button', { name: 'It has not arrived' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('It has not arrived');
  await expect(page.getByRole('heading', { name: 'Look here first' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'EN1MY' })).toBeVisible();
  await expect(page.getByText('12, Jalan Telawi 3')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Check your answers' }).click();
  await expect(page.getByText('Please answer this.')).toHaveCount(3);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('radio', { name: 'Yes, it is right' }).check();
  await page.getByRole('radio', { name: 'The whole parcel' }).check();
  await expect(page.getByText('Which copies?')).toBeHidden();
  await page.getByRole('radio', { name: 'My money back' }).check();
  await page.getByRole('button', { name: 'Check your answers' }).click();
  await expect(page.getByRole('heading', { name: 'The whole parcel' })).toBeVisible();
  await expect(page.getByText(/^RM/).last()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send claim' }).click();

  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/^Claim C-\d+$/);
  await expect(page.getByText('We’re looking for it')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const claim = (await heading.textContent())!.replace('Claim ', '');
  expect(await mailTo('reader@example.com', `order ${number} (claim ${claim})`)).toContain('money back');
  await operate('claim', 'refund', claim);
  await page.reload();
  await expect(page.getByText('Refund approved')).toBeVisible();
  await page.getByRole('link', { name: `Order ${number}` }).click();
  await expect(page.getByText(/Refund of RM [\d.]+ approved/)).toBeVisible();
});
