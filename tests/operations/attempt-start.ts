import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Environment } from '../../server/config.ts';
import { freePort } from '../../server/startup.ts';
import { THIS_BUILD } from './builds.ts';
import { newFolder } from './processes.ts';

/** Starts a server that should refuse to start; returns what it says when it ends, which has to be one line. */
export async function attemptStart(settings: Environment, build = THIS_BUILD): Promise<string> {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'one secret for all servers',
    DATA_DIR: newFolder('data'),
    ...settings,
  };
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: build, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const said = (await text(child.stderr)).trim();
  if (child.exitCode === 0 || said.includes('\n')) throw new Error(`Expected one sentence and a failure: ${said}`);
  return said;
}
