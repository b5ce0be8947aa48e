// Runs one of the npm commands on a machine that has only Node 20.19 and npm: installs the dependencies of the lock
// file, builds what is out of date, and continues with Node 24. Plain JavaScript: nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The folders whose changes restart the development server. Vite sends the rest to the browser. */
const WATCHED = ['server', 'domain', 'contract', 'messages', 'scripts/dev.ts'];

const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/halaman') };

/** Starts in half the time. */
const QUICK_IMPORTS = `--import=${pathToFileURL(join(root, 'server/quick-imports.ts'))}`;

/**
 * How the server's V8 uses memory. The young generation is bounded: V8's own choice (192 MB on a large machine) would double the server's
 * memory without serving more requests. Pages that a collection frees go back to the system instead of being kept for the next peak; that
 * mode alone would collect whenever a tenth was added to what lives, so that the old generation may grow to three times of it.
 */
const SERVER_FLAGS = readFlags('server-flags.json');

/** Commands collect sooner: an import lets go of a few megabytes with each batch, and is to stay below 300 MB. */
const COMMAND_FLAGS = readFlags('command-flags.json');

/** What each command runs, and whether it needs the built storefront. */
const COMMANDS = {
  start: {
    file: 'server/main.ts',
    isBuilt: true,
    flags: [QUICK_IMPORTS, ...SERVER_FLAGS],
    env: { NODE_ENV: 'production', ...COMPILE_CACHE },
  },
  dev: {
    file: 'scripts/dev.ts',
    flags: [
      QUICK_IMPORTS,
      '--watch',
      '--watch-preserve-output',
      '--watch-kill-signal=SIGINT',
      ...WATCHED.map((folder) => `--watch-path=${join(root, folder)}`),
    ],
    env: { NODE_ENV: 'development' },
  },
  build: { file: 'scripts/build.ts', env: { NODE_ENV: 'production' } },
  shop: {
    file: 'cli/main.ts',
    flags: [QUICK_IMPORTS, ...COMMAND_FLAGS],
    env: COMPILE_CACHE,
  },
  check: { file: 'scripts/check.ts' },
  operations: {
    file: 'node_modules/vitest/vitest.mjs',
    args: ['run', '--config', 'vitest.operations.config.ts'],
    isBuilt: true,
    env: { NODE_ENV: 'test' },
  },
  bench: { file: 'bench/main.ts', isBuilt: true, env: { NODE_ENV: 'production' } },
  screenshots: { file: 'scripts/screenshots.ts', isBuilt: true },
  'email-pictures': { file: 'scripts/email-pictures.ts' },
};

const [name, ...args] = process.argv.slice(2);
const command = COMMANDS[name];
if (!command) throw new Error(`Unknown command ${name}.`);

installDependencies();
const node = findNode();
if (command.isBuilt) build();
run(command, args);

function readFlags(file) {
  return JSON.parse(readFileSync(join(root, 'scripts', file), 'utf8'));
}

/** Installs exactly the lock file's packages, unless they are installed already. */
function installDependencies() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const mark = join(root, 'node_modules/.halaman-lock');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  console.log('Installing dependencies …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(npm, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(mark, lock);
}

/** This Node if it is new enough, else the one of the lock file. */
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
}

function newest(paths) {
  return paths.reduce((latest, path) => {
    const stat = statSync(path);
    const time = stat.isDirectory() ? newest(readdirSync(path).map((child) => join(path, child))) : stat.mtimeMs;
    return Math.max(latest, time);
  }, 0);
}

/**
 * Runs a script and forwards signals to it; if this process is killed, the closed IPC channel stops it. npm runs this below
 * a shell that does not forward SIGTERM: a parent that has exited counts as the signal.
 */
function run({ file, args: ownArgs = [], flags = [], env }, args) {
  const child = spawn(node, [...flags, join(root, file), ...ownArgs, ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) onParentGone(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function onParentGone(act) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return;
    clearInterval(timer);
    act();
  }, 500);
  timer.unref();
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
