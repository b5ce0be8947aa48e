import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** This build's files, and those of the two before it. */
const KEPT = 3;

type Record = { builds: string[][] };

/**
 * Notes which assets the build that has just run consists of, and deletes those that neither it nor the two before it
 * have: tabs that were opened before a release go on finding theirs. Building the same again is no further build.
 */
export function keepBuilds(dist: string, folders: readonly string[], built: readonly string[]): void {
  const record = join(dist, 'builds.json');
  const before = existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as Record).builds : [];
  const newest = built.toSorted();
  const others = before.filter((files) => files.join() !== newest.join());
  const builds = [newest, ...others].slice(0, KEPT);
  const kept = new Set(builds.flat());
  for (const folder of folders)
    for (const name of readdirSync(join(dist, folder)))
      if (!kept.has(`${folder}/${withoutEncoding(name)}`)) rmSync(join(dist, folder, name));
  writeFileSync(record, JSON.stringify({ builds } satisfies Record));
}

function withoutEncoding(name: string): string {
  return name.replace(/\.(br|gz)$/, '');
}
