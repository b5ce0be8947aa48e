import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import type { Environment } from '../../server/config.ts';
import { newFolder } from './processes.ts';

/** Runs an operator's command, which has to succeed. */
export function runShop(settings: Environment, ...args: string[]): void {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    AUTH_SECRET: 'one secret for all servers',
    DATA_DIR: newFolder('data'),
    ...settings,
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['cli/main.ts', ...args], { env, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
}
