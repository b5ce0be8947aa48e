import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { mapRecord } from '../server/onix/map-record.ts';
import { readMessage } from '../server/onix/read-message.ts';
import { contributor, onixMessage, onixRecord, textContent, xmlOf } from '../tests/onix-writer.ts';

/* Reads and maps records of 3 kB in this process, then sends a message of 300 MB through `import onix - --dry-run`, started as
   `npm run shop` starts it, and looks at the memory of that process. */

const ROOT = join(import.meta.dirname, '..');
const RECORDS_IN_PROCESS = 20_000;
const MEGABYTES = 300;

const sentence = 'Some words of a long description with <em>marks</em> and <b>more</b>. ';
const html = `<![CDATA[<p>${sentence.repeat(18)}</p>]]>`;
const biography = ['BiographicalNote', `<![CDATA[<p>${sentence.repeat(8)}</p>]]>`, 'textformat="02"'] as const;
const template = onixRecord({
  reference: 'reference-0',
  isbn: null,
  descriptive: [contributor('B06', 'A. Translator', [biography])],
  collateral: [textContent('02', html, { attributes: 'textformat="02"' })],
});
const record = xmlOf(['Product', template]);
const [start = '', end = ''] = onixMessage({ records: [''] }).split(/(?=<\/ONIXMessage>)/);

function* message(isEnough: (records: number, bytes: number) => boolean): Generator<Buffer> {
  yield Buffer.from(start);
  for (let records = 0; !isEnough(records, records * record.length);) {
    let text = '';
    for (const last = records + 16; records < last; records += 1)
      text += record.replace('reference-0', `ref-${records}`);
    yield Buffer.from(text);
  }
  yield Buffer.from(end);
}

async function measureMapping(): Promise<void> {
  const before = process.cpuUsage();
  const { items } = await readMessage(Readable.from(message((records) => records >= RECORDS_IN_PROCESS)));
  let count = 0;
  for await (const item of items) {
    if ('reason' in item) throw new Error(item.reason);
    mapRecord(item.element, { language: null, priceType: null, currency: null });
    count += 1;
  }
  const { user, system } = process.cpuUsage(before);
  const perSecond = Math.round(count / ((user + system) / 1e6));
  console.log(`Reading and mapping: ${perSecond} records of ${record.length} bytes a second of CPU time.`);
}

async function measureMemory(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'halaman-bench-'));
  const cache = { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/halaman') };
  const env = { ...process.env, ...cache, DATA_DIR: folder, DEMO: '0' };
  const run = [join(ROOT, 'cli/main.ts')];
  spawnSync(process.execPath, [...run, 'migrate'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...run, 'import', 'onix', '-', '--dry-run', '--limit', '1', '--json'], {
    env,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  let peak = 0;
  const sampling = setInterval(() => (peak = Math.max(peak, peakMegabytes(child.pid!))), 200);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await pipeline(Readable.from(message((_, bytes) => bytes >= MEGABYTES * 1e6)), child.stdin);
  const status = await ended;
  clearInterval(sampling);
  rmSync(folder, { recursive: true, force: true });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`Dry run of ${MEGABYTES} MB: ${seconds} s, at most ${peak} MB resident, exit code ${String(status)}.`);
}

function peakMegabytes(pid: number): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}

await measureMapping();
await measureMemory();
