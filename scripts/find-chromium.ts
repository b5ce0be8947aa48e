import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The machine's Chromium or Chrome; without one, installs Debian's as root, else Playwright's. */
export function findChromium(): string {
  return findInstalled() ?? installFromDebian() ?? installFromPlaywright();
}

function findInstalled(): string | undefined {
  if (process.env.CHROMIUM && existsSync(process.env.CHROMIUM)) return process.env.CHROMIUM;
  if (existsSync(MAC)) return MAC;
  const found = NAMES.map((name) => spawnSync('which', [name], { encoding: 'utf8' })).find((one) => one.status === 0);
  return found?.stdout.trim();
}

function installFromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('Bringing a browser …');
  const quiet = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], quiet);
  return findInstalled();
}

function installFromPlaywright(): string {
  console.log('Bringing a browser …');
  const require = createRequire(import.meta.url);
  spawnSync(process.execPath, [require.resolve('playwright-core/cli.js'), 'install', 'chromium'], { stdio: 'inherit' });
  const { chromium } = require('playwright-core') as { chromium: { executablePath(): string } };
  return chromium.executablePath();
}
