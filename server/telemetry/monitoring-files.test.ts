import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { get, openTestApp } from '../../tests/test-app.ts';
import { registerBackupGauges } from './backup-gauges.ts';
import { registerReplicaGauges } from './replica-gauges.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const rules = read('deploy/prometheus/alerts.yaml');
const dashboard = read('deploy/grafana/dashboard.json');
const docs = read('docs/monitoring.md');

/** Words of queries that name no metric: PromQL's own, labels and their values. */
const METRIC =
  /\b(?:http|orders|page|live|search|database|backup|shop|emails|payments|job_queue|browser|process|nodejs)_[a-z0-9_]+/g;
const OTHER_WORDS = new Set(['job_queue']);

const { app } = await openTestApp();
/** What only a shop with replicas and nightly backups has. */
const optional = new Registry();
registerReplicaGauges(optional, [{ name: 'one', isUsable: () => true, ageSeconds: () => 0 }]);
registerBackupGauges(optional, async () => ({ checkedAt: undefined, hasFailed: false }));
const text = `${(await get(app, '/metrics')).text}\n${await optional.metrics()}`;
/** Every series that the server has, and those that a histogram has once it counts. */
const exported = new Set(
  [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? ['_bucket', '_count', '_sum', ''].map((suffix) => name! + suffix) : [name!],
  ),
);

function metricsOf(file: string): string[] {
  return [...new Set(file.match(METRIC))].filter((name) => !OTHER_WORDS.has(name));
}

test.each([
  ['rules', rules.replaceAll(/^ *(summary|runbook_url): .*$/gm, '')],
  ['dashboard', (dashboard.match(/"expr": ".*"/g) ?? []).join('\n')],
  ['documentation', docs],
])('every metric in the %s is exported', (_, file) => {
  const named = metricsOf(file);
  expect(named.length).toBeGreaterThan(12);
  expect(named.filter((name) => !exported.has(name) && !/^(process|nodejs)_$/.test(name))).toEqual([]);
});

test('every metric of the shop is documented', () => {
  const own = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!);
  const shops = own.filter((name) => !/^(process|nodejs)_/.test(name));
  expect(shops.length).toBeGreaterThan(15);
  expect(shops.filter((name) => !docs.includes(`\`${name}\``))).toEqual([]);
});

test('every alert is tested to fire, and not to', () => {
  const tested = [...read('deploy/prometheus/alerts.test.yaml').matchAll(/alertname: (\w+)\n +exp_alerts: ?(.*)/g)];
  const named = [...rules.matchAll(/- alert: (\w+)/g)].map(([, alert]) => alert!);
  const isTested = (alert: string, fires: boolean) =>
    tested.some(([, name, expected]) => name === alert && (expected !== '[]') === fires);
  expect(named.filter((alert) => !isTested(alert, true) || !isTested(alert, false))).toEqual([]);
});

test('every alert has its runbook, and every runbook its alert', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)[^]*?runbook_url: (\S+)/g)].map(([, alert, page]) => ({
    alert,
    page,
  }));
  expect(alerts).toHaveLength(rules.match(/- alert: /g)!.length);
  for (const { alert, page } of alerts) expect([page, read(page!).split('\n')[0]]).toEqual([page, `# ${alert}`]);
  const pages = readdirSync(join(ROOT, 'docs/runbooks')).map((page) => `docs/runbooks/${page}`);
  expect(alerts.map(({ page }) => page).toSorted()).toEqual(pages.toSorted());
});

test('every runbook says what customers notice, how to look and what to do', () => {
  for (const page of readdirSync(join(ROOT, 'docs/runbooks'))) {
    const headings = read(`docs/runbooks/${page}`).match(/^## .*$/gm);
    expect([page, headings]).toEqual([page, ['## What customers notice', '## How to look', '## What to do']]);
  }
});

test('routes in rules and dashboard are routes of the server', () => {
  const routes = [...(rules + dashboard).matchAll(/route=\\?"([^"\\]+)\\?"/g)].map(([, route]) => route!);
  expect(routes.length).toBeGreaterThan(1);
  for (const url of routes) expect([url, app.hasRoute({ method: 'POST', url })]).toEqual([url, true]);
});
