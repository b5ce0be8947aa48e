import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** This build's files, and those of the two before it. */
const KEPT_BUILDS = 3;

type BuildRecord = { builds: string[][] };

/**
 * Records the assets of the latest build and deletes those that neither it nor the two builds before it have: tabs opened
 * before a release still find theirs. Rebuilding the same sources does not count as a build.
 */
export function pruneAssets(dist: string, folders: readonly string[], built: readonly string[]): void {
  const record = join(dist, 'builds.json');
  const before = existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as BuildRecord).builds : [];
  const newest = built.toSorted();
  const others = before.filter((files) => files.join() !== newest.join());
  const builds = [newest, ...others].slice(0, KEPT_BUILDS);
  const kept = new Set(builds.flat());
  for (const folder of folders)
    for (const name of readdirSync(join(dist, folder)))
      if (!kept.has(`${folder}/${withoutEncoding(name)}`)) rmSync(join(dist, folder, name));
  writeFileSync(record, JSON.stringify({ builds } satisfies BuildRecord));
}

function withoutEncoding(name: string): string {
  return name.replace(/\.(br|gz)$/, '');
}
