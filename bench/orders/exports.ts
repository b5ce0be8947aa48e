import { readFileSync } from 'node:fs';
import { signInAsStaff } from './report.ts';

/** How the resident memory of a server is looked at while it writes a file. */
const LOOK_EVERY_MS = 50;

/** Loads each file that staff export as fast as it comes: its rows, and the server's memory before, at most, and afterwards. */
export async function reportExports(origin: string, pid: number): Promise<void> {
  const headers = { authorization: `Bearer ${await signInAsStaff(origin)}` };
  const month = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 7);
  const files = { 'ledger of a month': `money/ledger?month=${month}`, 'audit log': 'audit/export' };
  console.log(`\n| Export | Rows | Rows/s | MB | Server before, at most, after |\n|---|---|---|---|---|`);
  for (const [name, path] of Object.entries(files)) {
    await count(`${origin}/api/admin/${path}`, headers, 1000);
    const before = residentMegabytes(pid);
    let most = before;
    const looking = setInterval(() => (most = Math.max(most, residentMegabytes(pid))), LOOK_EVERY_MS);
    const began = performance.now();
    const { rows, bytes } = await count(`${origin}/api/admin/${path}`, headers);
    const seconds = (performance.now() - began) / 1000;
    clearInterval(looking);
    const memory = [before, most, residentMegabytes(pid)].map((one) => `${one} MB`).join(', ');
    console.log(`| ${name} | ${rows} | ${(rows / seconds).toFixed(0)} | ${(bytes / 1e6).toFixed(1)} | ${memory} |`);
  }
}

/** Reads a file, or its first rows only; lines that end with CR LF are rows. */
async function count(url: string, headers: Record<string, string>, most = Infinity) {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  let [rows, bytes] = [-1, 0];
  for await (const chunk of response.body!) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 0x0a) rows += 1;
    if (rows > most) break;
  }
  return { rows, bytes };
}

export function residentMegabytes(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
}
