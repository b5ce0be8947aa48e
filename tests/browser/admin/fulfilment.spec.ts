import { openBackOffice } from '../back-office.ts';
import { operate } from '../operate.ts';
import { paidOrder } from '../paid-order.ts';
import { expect, test, type Page } from '../shop.ts';
import { violations } from '../violations.ts';

/** The widths of a desk and of a phone. */
const WIDTHS = [1280, 390];

async function expectAccessible(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await violations(page)]).toEqual([width, []]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([width, overflow]).toEqual([width, 0]);
  }
  await page.setViewportSize({ width: WIDTHS[0]!, height: 800 });
}

test('a pick list is made of chosen orders by keyboard, and prints without the page around it', async ({
  page,
  request,
}) => {
  const [one, two] = [await paidOrder(request, { Emma: 2 }, 'staff'), await paidOrder(request, { Emma: 1 }, 'staff')];
  await openBackOffice(page, '/admin/fulfilment');
  await expect(page.getByRole('heading', { level: 1, name: 'Fulfilment' })).toBeVisible();
  for (const { number } of [one, two]) {
    await page.getByRole('checkbox', { name: `Select ${number}` }).focus();
    await page.keyboard.press('Space');
  }
  const { number: later } = await paidOrder(request, { Emma: 1 }, 'staff');
  await expect(page.getByRole('checkbox', { name: `Select ${later}` })).not.toBeChecked();
  for (const { number } of [one, two])
    await expect(page.getByRole('checkbox', { name: `Select ${number}` })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Pick list' }).press('Enter');
  await expect(page.getByText('2 orders, 3 copies')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Emma' });
  await expect(row).toContainText('Jane Austen');
  await expect(row.getByRole('listitem')).toHaveText([`${one.number} × 2`, two.number]);
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(row).toBeVisible();
});

/** As a scanner does it: types a code where the focus is and presses Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

/** The ISBNs of an order's items, by its page. */
async function isbnsOf(page: Page, number: string): Promise<string[]> {
  await page.goto(`/admin/fulfilment/pick-list?number=${number}`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  return (await page.getByRole('table').innerText()).match(/\b97[89]\d{10}\b/g) ?? [];
}

test('copies are scanned into a parcel by keyboard on a phone; a wrong one and one too many are refused, and a reload forgets none', async ({
  page,
  request,
}) => {
  const { number } = await paidOrder(request, { Emma: 2, Dracula: 1 }, 'staff');
  await openBackOffice(page, '/admin/fulfilment');
  const isbns = await isbnsOf(page, number);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/fulfilment');
  await expect(page.getByLabel('Scan or type an order number')).toBeFocused();
  await scan(page, number);
  await expect(page.getByRole('heading', { level: 1, name: `Pack order ${number}` })).toBeVisible();
  await expect(page.getByText('0 of 3 in the parcel')).toBeVisible();
  const field = page.getByLabel('Scan an ISBN');
  await expect(field).toBeFocused();
  const emma = page.getByRole('listitem').filter({ hasText: 'Emma' });
  const emmaIsbn = (await emma.innerText()).match(/\b97[89]\d{10}\b/)![0];
  await scan(page, emmaIsbn.replace(/^(...)(.)(.*)$/, '$1-$2-$3'));
  await expect(emma).toContainText('1 of 2');
  await page.reload();
  await expect(page.getByText('1 of 3 in the parcel')).toBeVisible();
  await expect(field).toBeFocused();
  await scan(page, emmaIsbn);
  await expect(emma).toContainText('2 of 2');
  await scan(page, emmaIsbn);
  await expect(page.getByRole('alert').getByText('One too many')).toBeVisible();
  await scan(page, '9783150099001');
  await expect(page.getByRole('alert').getByText('Wrong book: 9783150099001 is not in this order.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: 'Sound' }).press('Space');
  await field.focus();
  await scan(page, '123');
  await expect(page.getByRole('alert').getByText('“123” is no ISBN.')).toBeVisible();
  await expect(page.getByText('2 of 3 in the parcel')).toBeVisible();
  await scan(
    page,
    isbns.find((isbn) => isbn !== emmaIsbn)!,
  );
  await expect(page.getByRole('alert').getByText(/Mei Ling \(Halaman\)\u2069? packed this order/)).toBeVisible();
  await expect(page.getByLabel('Scan the code of the next order')).toBeFocused();
  await expectAccessible(page);
});

test('of two who pack the same order the slower one sees who packed it', async ({ page, context, request }) => {
  const { number } = await paidOrder(request, { Dracula: 1 }, 'staff');
  // Told by the live updates what the colleague did, this page would be no slower one.
  await page.route('**/api/admin/live', () => {});
  await openBackOffice(page, `/admin/fulfilment/pack/${number}`);
  const isbn = (await page.getByRole('listitem').filter({ hasText: 'Dracula' }).innerText()).match(
    /\b97[89]\d{10}\b/,
  )![0];
  const colleague = await context.newPage();
  await colleague.goto(`/admin/fulfilment/pack/${number}`);
  for (const one of [colleague, page]) {
    await expect(one.getByText('0 of 1 in the parcel')).toBeVisible();
    await one.getByLabel('Scan an ISBN').focus();
    await scan(one, isbn);
    await expect(one.getByRole('alert').getByText(/Mei Ling \(Halaman\)\u2069? packed this order/)).toBeVisible();
  }
});

test('slips and labels of chosen orders are saved as files', async ({ page, request }) => {
  const { number } = await paidOrder(request, { Emma: 1 }, 'staff');
  await openBackOffice(page, `/admin/orders?q=${number}`);
  await page.getByRole('checkbox', { name: `Select ${number}` }).check();
  await page.getByLabel('Paper').selectOption('100 × 150 mm');
  for (const [button, kind] of [
    ['Packing slips', 'slips'],
    ['Address labels', 'labels'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).press('Enter');
    expect((await download).suggestedFilename()).toBe(`${number}-${kind}.pdf`);
  }
  await page.reload();
  await page.getByRole('checkbox', { name: `Select ${number}` }).check();
  await expect(page.getByLabel('Paper')).toHaveValue('100x150');
});

test('packed orders are shipped by a pasted list; what cannot be shipped says why, and the list can be sent again', async ({
  page,
  request,
}) => {
  const [packed, unpacked] = [
    await paidOrder(request, { Emma: 1 }, 'staff'),
    await paidOrder(request, { Emma: 1 }, 'staff'),
  ];
  await operate('order', 'pack', packed.number);
  await openBackOffice(page, '/admin/fulfilment/ship');
  const list = `${packed.number},Pos Laju,EP1MY\n${unpacked.number},Pos Laju,EP2MY\nBK-999999,Pos Laju,EP3MY`;
  const read = async () => {
    await page.getByLabel('Rows').fill(list);
    await page.getByRole('button', { name: 'Read the list' }).press('Enter');
  };
  const row = (number: string) => page.getByRole('row').filter({ hasText: number });
  await read();
  await expect(page.getByRole('heading', { name: '1 order can be shipped' })).toBeVisible();
  await expect(row(unpacked.number)).toContainText('Not packed yet');
  await expect(row('BK-999999')).toContainText('No such order');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ship 1 order' }).press('Enter');
  await expect(page.getByRole('heading', { name: '1 order shipped' })).toBeVisible();
  await expect(row(packed.number)).toContainText('Shipped');
  await read();
  await expect(row(packed.number)).toContainText('Is on its way with this parcel');
  await page.goto(`/admin/orders/${packed.number}`);
  await expect(page.getByRole('link', { name: 'EP1MY' })).toHaveAttribute('href', /EP1MY$/);
});
