import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pruneAssets } from '../scripts/prune-assets.ts';

const dist = mkdtempSync(join(tmpdir(), 'halaman-builds-'));
mkdirSync(join(dist, 'assets'));
afterAll(() => rmSync(dist, { recursive: true }));

/** A build that writes these files, each with its compressed copies. */
function build(...names: string[]): string[] {
  for (const name of names.flatMap((one) => [one, `${one}.br`, `${one}.gz`]))
    writeFileSync(join(dist, 'assets', name), '');
  pruneAssets(
    dist,
    ['assets'],
    names.map((name) => `assets/${name}`),
  );
  return readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
}

test('a build keeps the files of the two before it, and no more', () => {
  build('page-1.js', 'frame-1.js');
  expect(build('page-2.js', 'frame-1.js')).toEqual(['frame-1.js', 'page-1.js', 'page-2.js']);
  expect(build('page-3.js', 'frame-1.js')).toEqual(['frame-1.js', 'page-1.js', 'page-2.js', 'page-3.js']);
  expect(build('page-4.js', 'frame-2.js')).toEqual(['frame-1.js', 'frame-2.js', 'page-2.js', 'page-3.js', 'page-4.js']);
  expect(readdirSync(join(dist, 'assets'))).not.toContain('page-1.js.br');
});

test('rebuilding the same sources drops no older build', () => {
  expect(build('page-4.js', 'frame-2.js')).toContain('page-2.js');
});

test('going back to an older build makes it the newest', () => {
  expect(build('page-2.js', 'frame-1.js')).toEqual(['frame-1.js', 'frame-2.js', 'page-2.js', 'page-3.js', 'page-4.js']);
});
