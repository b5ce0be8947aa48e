import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs an operator command beside the running shop, as `npm run shop -- …` does; returns its output. */
export async function operate(...typed: string[]): Promise<string> {
  const { SHOP_URL, SHOP_DATA } = process.env;
  const env = { ...process.env, NODE_ENV: 'production', PORT: new URL(SHOP_URL!).port, DATA_DIR: SHOP_DATA, DEMO: '1' };
  const { stdout } = await promisify(execFile)(process.execPath, ['cli/main.ts', ...typed], { env });
  return stdout;
}
