import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../deploy/prometheus');

/** Runs Prometheus' own tool on the rules; fails where it is not installed. */
function promtool(...args: string[]): string {
  const { error, status, stdout, stderr } = spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' });
  if (error) throw new Error('promtool is not installed: apt-get install prometheus (Debian 12 or alike).');
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout;
}

test('Prometheus takes the alert rules', () => {
  expect(promtool('check', 'rules', 'alerts.yaml')).toContain('SUCCESS');
});

test('alerts fire when they should', () => {
  expect(promtool('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS');
});
