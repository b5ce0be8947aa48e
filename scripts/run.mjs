// Runs one of the program's commands on a machine that has only Node 20.19 and npm: brings the dependencies of the
// lock file, builds what is out of date, and goes on with Node 24. Plain JavaScript: nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What each command runs, and whether it needs the built storefront. */
const COMMANDS = {
  start: { file: 'server/main.ts', isBuilt: true, env: { NODE_ENV: 'production' } },
  dev: { file: 'scripts/dev.ts' },
  build: { file: 'scripts/build.ts', env: { NODE_ENV: 'production' } },
  shop: { file: 'cli/main.ts' },
  check: { file: 'scripts/check.ts' },
  bench: { file: 'bench/main.ts', isBuilt: true, env: { NODE_ENV: 'production' } },
  screenshots: { file: 'scripts/screenshots.ts', isBuilt: true },
};

const [name, ...words] = process.argv.slice(2);
const command = COMMANDS[name];
if (!command) throw new Error(`Unknown command ${name}.`);

bringDependencies();
const node = findNode();
if (command.isBuilt) build();
run(command.file, words, command.env);

/** Installs exactly the lock file's packages, unless that very file was installed before. */
function bringDependencies() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const mark = join(root, 'node_modules/.halaman-lock');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  console.log('Bringing the dependencies …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(npm, words, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(mark, lock);
}

/** This Node where it is new enough, else the one that the lock file brings. */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const folder = join(root, 'node_modules/node/bin');
  return join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
}

/** Builds the storefront when any source of it is newer than the last build. */
function build() {
  const mark = join(root, 'dist/built');
  const builtAt = existsSync(mark) ? statSync(mark).mtimeMs : 0;
  const sources = ['web', 'contract', 'domain', 'messages', 'scripts', 'package-lock.json'];
  if (newest(sources.map((source) => join(root, source))) < builtAt) return;
  console.log('Building the storefront …');
  const { status } = spawnSync(node, [join(root, 'scripts/build.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, '');
}

function newest(paths) {
  return paths.reduce((latest, path) => {
    const stat = statSync(path);
    const time = stat.isDirectory() ? newest(readdirSync(path).map((child) => join(path, child))) : stat.mtimeMs;
    return Math.max(latest, time);
  }, 0);
}

/** Runs a file of ours, passing signals on; were we killed, the closed channel tells it to stop. */
function run(file, words, env) {
  const child = spawn(node, [join(root, file), ...words], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
