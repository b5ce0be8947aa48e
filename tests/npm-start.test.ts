import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort, waitUntil } from '../server/startup.ts';
import { buildWhereMissing } from './shop-process.ts';

const ROOT = join(import.meta.dirname, '..');
const dataDir = mkdtempSync(join(tmpdir(), 'halaman-npm-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** What `npm start` does: npm runs the script below a shell, which does not pass SIGTERM on. */
function startBelowShell(port: number): ChildProcess {
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '0', LOG_LEVEL: 'silent' };
  return spawn('sh', ['-c', `${process.execPath} scripts/run.mjs start`], {
    cwd: ROOT,
    env: { ...env, npm_lifecycle_event: 'start' },
    stdio: 'ignore',
  });
}

test.skipIf(process.platform === 'win32')(
  'the shop stops when the npm that started it is told to stop',
  async () => {
    buildWhereMissing();
    const port = await freePort();
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        () => true,
        () => false,
      );
    const shell = startBelowShell(port);
    await waitUntil(answers, { seconds: 120, what: 'the shop to open' });
    shell.kill('SIGTERM');
    await waitUntil(async () => !(await answers()), { seconds: 60, what: 'the shop to stop' });
    expect(await answers()).toBe(false);
  },
  240_000,
);
