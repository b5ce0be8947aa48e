import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { InvalidFileError } from '../catalogue/csv-format.ts';
import { childOf, childrenOf, textOf, type OnixElement } from './element.ts';
import { OWN_IDENTIFIER } from './codes.ts';
import { bcp47, wholeNumber, type MessageDefaults } from './fields.ts';
import { readMessage, type OnixItem } from './read-message.ts';

/** A message: who sent it when, and which file it is. `hash` tells two messages of one time apart. */
export type Message = {
  file: string;
  /** The file's name for people. */
  name: string;
  sender: string;
  /** The id of the sender, where that is a shop of this program. */
  shopId: string | null;
  sentAt: Date;
  number: number | null;
  hash: string;
  /** About how many records it has, for the progress bar. */
  records: number;
  defaults: MessageDefaults;
};

/** About how many records messages have, of which so many are read. */
export function totalRecords(messages: readonly Message[], read: number): number {
  return Math.max(
    read,
    messages.reduce((sum, { records }) => sum + records, 0),
  );
}

/** Opens the messages of a file, of a folder in the order in which they were sent, or of standard input (`-`). */
export async function withMessages<T>(path: string, work: (messages: readonly Message[]) => Promise<T>): Promise<T> {
  if (path !== '-') return work(await openMessages(path));
  const folder = await mkdtemp(join(tmpdir(), 'halaman-onix-'));
  try {
    const file = join(folder, 'standard-input.xml');
    await pipeline(process.stdin, createWriteStream(file));
    return await work([await openMessage(file)]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openMessages(path: string): Promise<Message[]> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new InvalidFileError(error.code === 'ENOENT' ? `There is no file ${path}.` : unreadable(path, error));
  });
  if (!found.isDirectory()) return [await openMessage(path)];
  const names = (await readdir(path)).filter((name) => /\.(?:xml|onix|onx)$/i.test(name)).toSorted();
  if (names.length === 0) throw new InvalidFileError(`There is no .xml or .onix file in ${path}.`);
  const messages = [];
  for (const name of names) messages.push(await openMessage(join(path, name)));
  return messages.toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime() || (a.number ?? 0) - (b.number ?? 0));
}

function unreadable(file: string, error: NodeJS.ErrnoException): string {
  return `${file} cannot be read (${error.code}).`;
}

/** Reads a message's header, and the whole file for its hash. Throws {@link InvalidFileError} for no ONIX message. */
async function openMessage(file: string): Promise<Message> {
  const name = basename(file);
  return withFile(file, async (bytes) => {
    const { header } = await readMessage(bytes);
    const sender = senderOf(header);
    if (sender === '') throw new InvalidFileError('Its header names no sender, by whom the records are known.');
    const written = textOf(header, 'SentDateTime');
    const sentAt = sentDateTime(written);
    if (sentAt === undefined)
      throw new InvalidFileError(`Its SentDateTime "${written}" is no time, by which messages are put in order.`);
    const defaults = {
      language: bcp47(textOf(header, 'DefaultLanguageOfText')),
      priceType: textOf(header, 'DefaultPriceType') || null,
      currency: textOf(header, 'DefaultCurrencyCode').toUpperCase() || null,
    };
    const number = wholeNumber(textOf(header, 'MessageNumber'));
    return { file, name, sender, shopId: shopIdOf(header), sentAt, number, ...(await scanFile(file)), defaults };
  });
}

/** A message's records, one after the other. */
export async function* readRecords({ file }: Message): AsyncGenerator<OnixItem> {
  const bytes = readBytes(file);
  try {
    const { items } = await readMessage(bytes);
    yield* items;
  } finally {
    await bytes.return(undefined);
  }
}

const CHUNK_BYTES = 65_536;

/** A file's bytes in one buffer, which each chunk overwrites: a large file leaves no garbage behind. */
async function* readBytes(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

async function withFile<T>(file: string, work: (bytes: AsyncGenerator<Buffer>) => Promise<T>): Promise<T> {
  const bytes = readBytes(file);
  try {
    return await work(bytes);
  } catch (error) {
    if (error instanceof InvalidFileError) throw new InvalidFileError(`${file}: ${error.message}`);
    if ((error as NodeJS.ErrnoException).code) throw new InvalidFileError(unreadable(file, error as Error));
    throw error;
  } finally {
    await bytes.return(undefined);
  }
}

async function scanFile(file: string): Promise<Pick<Message, 'hash' | 'records'>> {
  const hash = createHash('sha256');
  let records = 0;
  let unclosed = '';
  for await (const chunk of readBytes(file)) {
    hash.update(chunk);
    // Of UTF-16 every other byte is zero in a tag.
    const text = unclosed + chunk.toString('latin1').replaceAll('\0', '');
    records += text.match(/<\/(?:[\w.-]+:)?product\s*>/gi)?.length ?? 0;
    unclosed = /<[^<>]{0,100}$/.exec(text.slice(-101))?.[0] ?? '';
  }
  return { hash: hash.digest('hex'), records };
}

const MAX_SENDER = 200;

/** A sender's name, else its first identifier. */
function senderOf(header: OnixElement | undefined): string {
  const sender = childOf(header, 'Sender');
  const identifier = childOf(sender, 'SenderIdentifier');
  const known =
    textOf(identifier, 'IDValue') && `${textOf(identifier, 'SenderIDType')}:${textOf(identifier, 'IDValue')}`;
  return (textOf(sender, 'SenderName') || known).slice(0, MAX_SENDER);
}

function shopIdOf(header: OnixElement | undefined): string | null {
  const identifiers = childrenOf(childOf(header, 'Sender'), 'SenderIdentifier');
  const own = identifiers.find((one) => textOf(one, 'IDTypeName') === OWN_IDENTIFIER.name);
  return textOf(own, 'IDValue') || null;
}

/** `YYYYMMDD`, `YYYYMMDDThhmm` or `YYYYMMDDThhmmss`, in UTC unless it names its zone. */
function sentDateTime(text: string): Date | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone = 'Z'] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T?(\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? [];
  const offset = zone === 'Z' ? zone : zone.replace(/^(...):?/, '$1:');
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
