import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from './processes.ts';

/** The build that is tested. */
export const THIS_BUILD = join(import.meta.dirname, '../..');

const PARTS = ['cli', 'contract', 'demo', 'dist', 'domain', 'messages', 'package.json', 'server', 'web'];

/** A later build: a copy of this one with further migrations. */
export function laterBuild(migrations: Readonly<Record<string, string>>): string {
  const folder = newFolder('build');
  for (const part of PARTS) cpSync(join(THIS_BUILD, part), join(folder, part), { recursive: true });
  symlinkSync(join(THIS_BUILD, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(migrations))
    writeFileSync(join(folder, 'server/db/migrations', name), text);
  return folder;
}

/** Migrates by a build's command, as a step of its own; returns its exit code and what it said. */
export function migrateBy(build: string, databaseUrl: string): { code: number | null; said: string } {
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: 'one secret for all servers',
    DATA_DIR: newFolder('data'),
  };
  const options = { cwd: build, env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['cli/main.ts', 'migrate'], options);
  return { code: status, said: stdout + stderr };
}
