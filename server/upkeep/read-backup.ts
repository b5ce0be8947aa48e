import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BACKUP_MARK, type BackupHead } from './write-backup.ts';

/** What is wrong with a file, in one sentence for the operator. */
export class BadBackup extends Error {}

/** A backup's parts as they come: a table with its rows still to be read, or a numbering. */
export type BackupPart = { copy: string; rows: AsyncGenerator<string> } | { setval: string };

/** Opens a backup: its head, and its parts one after the other. Throws {@link BadBackup} for any other file. */
export async function readBackup(file: string): Promise<{ head: BackupHead; parts: AsyncGenerator<BackupPart> }> {
  const unzipped = createGunzip();
  pipeline(createReadStream(file), unzipped).catch(() => {});
  const lines = linesOf(unzipped);
  const first = await lines.next().catch((error: NodeJS.ErrnoException) => {
    throw new BadBackup(
      isDamage(error) ? `${file} is not a backup of this shop.` : `${file} cannot be read (${error.code}).`,
    );
  });
  const head = parseHead(first.value);
  if (!head) throw new BadBackup(`${file} is not a backup of this shop.`);
  return { head, parts: partsOf(file, head, lines) };
}

function isDamage(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code?.startsWith('Z_') === true;
}

/** Lines end in a line feed only: PostgreSQL writes every other line break within a value with a backslash. */
async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of input) {
    const bytes = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      yield bytes.toString('utf8', from, end);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
  if (rest.length > 0) yield rest.toString('utf8');
}

function parseHead(line: unknown): BackupHead | undefined {
  if (typeof line !== 'string' || !line.startsWith(BACKUP_MARK)) return undefined;
  const head = JSON.parse(line.slice(BACKUP_MARK.length)) as BackupHead;
  return head.version === 1 ? head : undefined;
}

async function* partsOf(file: string, head: BackupHead, lines: AsyncGenerator<string>): AsyncGenerator<BackupPart> {
  let tables = 0;
  for (let line = await next(file, lines); line !== undefined; line = await next(file, lines)) {
    if (/^COPY "[a-z_]+" \([a-z0-9_", ]+\) FROM stdin;$/.test(line)) {
      tables += 1;
      yield { copy: line.slice(0, -1), rows: rowsOf(file, lines) };
    } else if (/^SELECT setval\('"[a-z_]+"', \d+\);$/.test(line)) yield { setval: line };
    else throw new BadBackup(`${file} holds a line that no backup has.`);
  }
  if (tables !== head.tables) throw new BadBackup(`${file} is damaged or cut off.`);
}

async function* rowsOf(file: string, lines: AsyncGenerator<string>): AsyncGenerator<string> {
  for (let line = await next(file, lines); line !== '\\.'; line = await next(file, lines)) {
    if (line === undefined) throw new BadBackup(`${file} is damaged or cut off.`);
    yield `${line}\n`;
  }
}

async function next(file: string, lines: AsyncGenerator<string>): Promise<string | undefined> {
  try {
    const { value, done } = await lines.next();
    return done ? undefined : value;
  } catch (error) {
    throw isDamage(error) ? new BadBackup(`${file} is damaged or cut off.`) : error;
  }
}
