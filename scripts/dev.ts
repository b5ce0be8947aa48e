import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';
import { VITE_CONFIGS } from './vite-configs.ts';

/* The shop while it is being changed: builds follow the sources, the server starts anew when it or they change. */

const ROOT = join(import.meta.dirname, '..');
const WATCHED = ['server', 'domain', 'contract', 'messages', 'dist'];

for (const config of VITE_CONFIGS) await build({ ...config, build: { ...config.build, emptyOutDir: true, watch: {} } });
const words = WATCHED.map((folder) => `--watch-path=${join(ROOT, folder)}`);
spawn(process.execPath, [...words, join(ROOT, 'server/main.ts')], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: 'production' },
});
