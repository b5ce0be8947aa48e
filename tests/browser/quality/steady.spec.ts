import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from '../shop.ts';

/* Nothing moves while a page comes, nothing is cut off, signs stand where they belong. */

const CART = JSON.stringify([{ id: 1, vid: 1, qty: 2 }]);

/** How far what is seen of a part was moved by what came later (Cumulative Layout Shift), to the three decimals that it is reported with. */
async function shift(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'networkidle' });
  return page.evaluate(
    (part) =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
          const moved = (list.getEntries() as Shift[]).filter(({ sources }) =>
            sources.some(({ node }) => (node instanceof Element ? node : node?.parentElement)?.closest(part)),
          );
          resolve(Math.round(moved.reduce((sum, { value }) => sum + value, 0) * 1000) / 1000);
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(0)));
      }),
    path.endsWith('/cart') ? 'body' : '.site-header, .shelves',
  );
}

for (const width of [390, 1280])
  test(`cart and header cause no layout shift while loading (${width})`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/cart', '/', '/book/1/anne-of-green-gables', '/fa/cart'])
      expect([path, 'empty', await shift(page, path)]).toEqual([path, 'empty', 0]);
    await page.evaluate((cart) => localStorage.setItem('cart', cart), CART);
    for (const path of ['/cart', '/', '/book/1/anne-of-green-gables', '/fa/cart'])
      expect([path, 'full', await shift(page, path)]).toEqual([path, 'full', 0]);
  });

for (const path of ['/', '/customer/auth/login'])
  test(`a page that comes slowly shows its header once, whole (${path})`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    let sendRest = () => {};
    const slow = createServer((request, response) => {
      void fetch(baseURL! + request.url).then(async (sent) => {
        response.writeHead(sent.status, { 'content-type': sent.headers.get('content-type')! });
        if (request.url !== path) return response.end(Buffer.from(await sent.arrayBuffer()));
        const html = await sent.text();
        const cut = html.indexOf('</svg>', html.indexOf('class="tools"'));
        response.write(html.slice(0, cut));
        sendRest = () => void response.end(html.slice(cut));
      });
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    try {
      await page.exposeFunction('sendRest', () => sendRest());
      await page.addInitScript(askForRestWhenShown);
      expect(await shift(page, `http://127.0.0.1:${(slow.address() as AddressInfo).port}${path}`)).toBe(0);
    } finally {
      slow.closeAllConnections();
      slow.close();
    }
  });

/** Asks for the rest of the page once a part of it was painted; where none is, long after the styles had come for it. */
function askForRestWhenShown(): void {
  const shown = new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
  });
  const styled = new Promise<void>((resolve) => {
    const look = () => (document.styleSheets.length > 0 ? resolve() : setTimeout(look, 10));
    look();
  });
  const unshown = styled.then(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  void Promise.race([shown, unshown]).then(() => (window as unknown as { sendRest: () => void }).sendRest());
}

test('card titles do not clip descenders', async ({ page }) => {
  await page.goto('/browse?q=emma');
  const room = await page.locator('.card-title').evaluateAll((titles) =>
    titles.map((title) => {
      const { lineHeight, fontSize, paddingBlockEnd } = getComputedStyle(title);
      return parseFloat(lineHeight) / parseFloat(fontSize) + parseFloat(paddingBlockEnd) / parseFloat(fontSize);
    }),
  );
  expect(Math.min(...room)).toBeGreaterThanOrEqual(1.45);
});

test('stepper signs are centred', async ({ page }) => {
  await page.addInitScript((cart) => localStorage.setItem('cart', cart), CART);
  await page.goto('/cart');
  await expect(page.locator('.stepper').first()).toBeVisible();
  const off = await page.locator('.stepper button').evaluateAll((buttons) =>
    buttons.map((button) => {
      const [outer, sign] = [button.getBoundingClientRect(), button.firstElementChild!.getBoundingClientRect()];
      return Math.abs(outer.left + outer.right - sign.left - sign.right) / 2;
    }),
  );
  expect(Math.max(...off)).toBeLessThan(1);
});

test('postal code field is narrow', async ({ page }) => {
  await page.addInitScript((cart) => localStorage.setItem('cart', cart), CART);
  await page.goto('/cart');
  expect((await page.getByLabel('Postal code').boundingBox())!.width).toBeLessThan(200);
});

for (const theme of ['light', 'dark'])
  test(`placeholder text has enough contrast (${theme})`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
    await page.goto('/');
    const contrast = await page.getByLabel('Search books').evaluate((field) => {
      const light = (colour: string) => {
        const [red, green, blue] = colour.match(/[\d.]+/g)!.map((part) => {
          const share = Number(part) / 255;
          return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
      };
      const [one, other] = [
        light(getComputedStyle(field, '::placeholder').color),
        light(getComputedStyle(field).backgroundColor),
      ].toSorted((a, b) => b - a);
      return (one! + 0.05) / (other! + 0.05);
    });
    expect(contrast).toBeGreaterThanOrEqual(4.5);
  });
