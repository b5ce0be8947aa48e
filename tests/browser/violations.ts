import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as axeCore from 'axe-core';
import type { Page } from './shop.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Who speaks to the page says what is written on a button. */
const MORE = { 'label-content-name-mismatch': { enabled: true } };

/**
 * axe runs by the debugger, which the page's policy does not bind; `within` is the part of it that is looked at. What comes
 * or goes is waited for: half of the way its colours are nobody's.
 */
export async function violations(page: Page, { within = 'html', rules = STANDARDS } = {}): Promise<string[]> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(${JSON.stringify(within)}, { runOnly: ${JSON.stringify(rules)}, rules: ${JSON.stringify(MORE)} }).then((r) => JSON.stringify(r.violations))`,
    awaitPromise: true,
    returnByValue: true,
  });
  const found = JSON.parse(String(result.value)) as axeCore.Result[];
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
}
