import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Chromium without the window around its pages: the browser tests take two thirds of the time with it. */
const SHELL = 'chromium-headless-shell';
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
/** Milliseconds for each step of an installation, so that a machine without a network is not waited for. */
const PATIENCE = 120_000;

/** The browser of `CHROMIUM`, else the machine's; without one, or in CI without the quicker one, installs Debian's as root, else Playwright's. */
export function findChromium(): string {
  const installed = findInstalled([SHELL]) ?? (process.env.CI ? undefined : findInstalled(BROWSERS));
  return installed ?? installFromDebian() ?? findInstalled(BROWSERS) ?? installFromPlaywright();
}

function findInstalled(names: readonly string[]): string | undefined {
  if (process.env.CHROMIUM && existsSync(process.env.CHROMIUM)) return process.env.CHROMIUM;
  if (existsSync(MAC)) return MAC;
  const found = names.map((name) => spawnSync('which', [name], { encoding: 'utf8' })).find((one) => one.status === 0);
  return found?.stdout.trim();
}

function installFromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('Bringing a browser …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { stdio: 'ignore' as const, env, timeout: PATIENCE };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '-qq', SHELL], quiet);
  return findInstalled([SHELL]);
}

function installFromPlaywright(): string {
  console.log('Bringing a browser …');
  const require = createRequire(import.meta.url);
  spawnSync(process.execPath, [require.resolve('playwright-core/cli.js'), 'install', 'chromium'], { stdio: 'inherit' });
  const { chromium } = require('playwright-core') as { chromium: { executablePath(): string } };
  return chromium.executablePath();
}
