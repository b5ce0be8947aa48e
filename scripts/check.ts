import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './find-chromium.ts';

/* Everything that must hold before a change lands, in the order in which it fails fastest. `npm test` runs this. */

const ROOT = join(import.meta.dirname, '..');
const RESULTS = join(ROOT, 'dist/test-results');

type Step = { name: string; command: readonly string[]; counts?: () => Counts };
type Counts = { passed: number; failed: number };

const node = process.execPath;
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);
const CODE = ['domain', 'contract', 'messages', 'server', 'web', 'cli', 'scripts', 'tests', 'bench'];

const STEPS: readonly Step[] = [
  { name: 'message types', command: [node, 'scripts/declare-messages.ts'] },
  ...CODE.map((folder) => ({ name: `types of ${folder}`, command: [bin('tsc'), '-p', folder] })),
  { name: 'lint', command: [bin('oxlint'), '--deny-warnings', ...CODE] },
  { name: 'format', command: [bin('oxfmt'), '--check', ...CODE] },
  { name: 'build', command: [node, 'scripts/build.ts'] },
  {
    name: 'unit and API tests, import boundaries',
    command: [
      node,
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${RESULTS}/vitest.json`,
    ],
    counts: vitestCounts,
  },
  { name: 'browser tests', command: [bin('playwright'), 'test'], counts: playwrightCounts },
];

rmSync(RESULTS, { recursive: true, force: true });
const chromium = findChromium();
const outcomes = STEPS.map(run);
const total = outcomes.reduce((sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }));
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

function run({ name, command, counts }: Step): Counts {
  const [program, ...args] = command;
  const startedAt = performance.now();
  console.log(`\n▸ ${name}`);
  const { status } = spawnSync(program!, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environment(name),
  });
  console.log(`  ${status === 0 ? 'ok' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  const counted = counts?.() ?? { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  return { ...counted, failed: Math.max(counted.failed, status === 0 ? 0 : 1) };
}

function environment(name: string): NodeJS.ProcessEnv {
  const NODE_ENV = name === 'build' ? 'production' : 'test';
  return {
    ...process.env,
    NODE_ENV,
    CHROMIUM: chromium,
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/halaman'),
  };
}

function vitestCounts(): Counts {
  const result = readResult<{ numPassedTests: number; numFailedTests: number }>('vitest.json');
  return { passed: result?.numPassedTests ?? 0, failed: result?.numFailedTests ?? 1 };
}

/** Tests that passed only at their second run, which CI allows, are counted and named. */
function playwrightCounts(): Counts {
  const result = readResult<{ stats: { expected: number; unexpected: number; flaky: number } }>('playwright.json');
  if (!result) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = result.stats;
  if (flaky > 0) console.log(`  ${flaky} passed only when repeated (listed above as flaky): each is a bug`);
  return { passed: expected + flaky, failed: unexpected };
}

function readResult<T>(name: string): T | undefined {
  const file = join(RESULTS, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}
