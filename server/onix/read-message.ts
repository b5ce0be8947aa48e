import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { InvalidFileError } from '../catalogue/csv-format.ts';
import { InvalidXmlError, parseElement, type OnixElement } from './element.ts';

/** A product record, or a part of the file that cannot be read as one. `line` is where it begins. */
export type OnixItem =
  | { line: number; element: OnixElement; note?: string }
  | { line: number; reference: string; reason: string };

/** An open message: its header element, and its records, read as they are asked for. */
export type OnixMessage = { header: OnixElement | undefined; items: AsyncGenerator<OnixItem> };

/** In characters. Real records have 2,000 to 50,000. */
const MAX_RECORD = 4_000_000;
const MAX_PROLOG = 1_000_000;
/** Longer than any tag that ends a record, so that one which arrives in two parts is seen. */
const TAG_OVERLAP = 200;

/**
 * Reads an ONIX 3.0 or 3.1 message from its bytes, in constant memory. A record that is broken is answered with its
 * reason, and reading goes on at the next one. Throws {@link InvalidFileError} for what is no such message.
 */
export async function readMessage(bytes: AsyncIterable<Buffer>): Promise<OnixMessage> {
  const chunks = toByteText(bytes);
  const source = new Source(chunks);
  const { prefix, headerStart } = await readProlog(source);
  const tags = tagPatterns(prefix);
  const header = await readHeader(source, { tags, headerStart });
  return { header, items: readItems(source, tags) };
}

type TagPatterns = { start: RegExp; scan: RegExp };

function tagPatterns(prefix: string): TagPatterns {
  const product = `${prefix}[Pp]roduct(?=[\\s>/])`;
  return {
    start: new RegExp(`<${product}`, 'g'),
    scan: new RegExp(`<!--|<!\\[CDATA\\[|<${product}|</${prefix}[Pp]roduct\\s*>|</${prefix}ONIX[Mm]essage`, 'g'),
  };
}

/**
 * What has been read of a file and not yet been dealt with. Text is held as bytes, one per character, so that tags can be
 * found before it is known how a record is encoded.
 */
class Source {
  pending = '';
  line = 1;
  isAtEnd = false;
  encoding = 'utf-8';
  readonly #chunks: AsyncGenerator<string>;

  constructor(chunks: AsyncGenerator<string>) {
    this.#chunks = chunks;
  }

  /** Reads more; false at the end of the file. */
  async more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    this.isAtEnd = done === true;
    if (value !== undefined && !done) this.pending += value;
    return !this.isAtEnd;
  }

  /** Drops the first `count` characters, and counts their lines. */
  drop(count: number): void {
    for (let at = this.pending.indexOf('\n'); at !== -1 && at < count; at = this.pending.indexOf('\n', at + 1))
      this.line += 1;
    this.pending = this.pending.slice(count);
  }
}

const UTF16 = { le: [0xff, 0xfe], be: [0xfe, 0xff] } as const;

/** Any encoding as UTF-8 bytes or, where it is a superset of ASCII, as it is; each byte is one character. */
async function* toByteText(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of bytes) {
    if (isFirst) decoder = wideDecoder(chunk);
    const isMarked = isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
    isFirst = false;
    if (decoder) yield Buffer.from(decoder.decode(chunk, { stream: true })).toString('latin1');
    else yield chunk.toString('latin1', isMarked ? 3 : 0);
  }
}

/** A decoder for UTF-16, with its mark or known by the zeros of the first tag. */
function wideDecoder(first: Buffer): TextDecoder | undefined {
  const [one, two] = first;
  const isLittle = (one === UTF16.le[0] && two === UTF16.le[1]) || (one === 0x3c && two === 0);
  const isBig = (one === UTF16.be[0] && two === UTF16.be[1]) || (one === 0 && two === 0x3c);
  if (isLittle) return new TextDecoder('utf-16le');
  return isBig ? new TextDecoder('utf-16be') : undefined;
}

const ROOT = /<(?:([\w.-]+):)?ONIX[Mm]essage(?=[\s>/])((?:[^>"']|"[^"]*"|'[^']*')*)>/;

/** Reads up to the root's first tag. Nothing that a DOCTYPE names is fetched. */
async function readProlog(source: Source): Promise<{ prefix: string; headerStart: number }> {
  let match = ROOT.exec(source.pending);
  while (!match && source.pending.length < MAX_PROLOG && (await source.more())) {
    rejectDeclarations(source.pending);
    match = ROOT.exec(source.pending);
  }
  if (!match) throw new InvalidFileError('It is not an ONIX message: there is no ONIXMessage.');
  const prolog = source.pending.slice(0, match.index);
  rejectDeclarations(prolog);
  requireRelease(match[2]!);
  source.encoding = declaredEncoding(prolog);
  return { prefix: match[1] ? `${match[1]}:` : '', headerStart: match.index + match[0].length };
}

function rejectDeclarations(prolog: string): void {
  const text = prolog.replaceAll(/<!--.*?-->/gs, '');
  if (/<!DOCTYPE[^>]*\[|<!(?:ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text.slice(0, ROOT.exec(text)?.index)))
    throw new InvalidFileError('It declares entities or elements of its own, which the shop does not read.');
}

function requireRelease(attributes: string): void {
  const release =
    /(?:^|\s)release\s*=\s*["']\s*([\d.]+)/.exec(attributes)?.[1] ?? /onix\/(\d\.\d)/.exec(attributes)?.[1];
  if (release && /^3\.[01](?:\.\d+)?$/.test(release)) return;
  const what = release ? `It is ONIX ${release}` : 'It does not say which release of ONIX it is, so it is 2.1 or older';
  throw new InvalidFileError(`${what}; the shop reads 3.0 and 3.1. Ask the sender for one of them.`);
}

/** The encoding of records that are not UTF-8: what the declaration says, else Windows-1252, which contains ISO-8859-1. */
function declaredEncoding(prolog: string): string {
  const declared = /<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(prolog)?.[1] ?? 'utf-8';
  try {
    const { encoding } = new TextDecoder(declared);
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    return 'utf-8';
  }
}

type HeaderScan = { tags: TagPatterns; headerStart: number };

/** Reads up to the first record; the header may be missing or broken. */
async function readHeader(source: Source, { tags, headerStart }: HeaderScan): Promise<OnixElement | undefined> {
  let first = search(source.pending, tags.start, headerStart);
  while (first === -1 && source.pending.length < MAX_PROLOG && (await source.more()))
    first = search(source.pending, tags.start, headerStart);
  const before = source.pending.slice(headerStart, first === -1 ? undefined : first);
  const [header] = /<((?:[\w.-]+:)?header)[\s>].*?<\/\1\s*>/is.exec(before) ?? [];
  source.drop(headerStart);
  if (header === undefined) return undefined;
  try {
    return parseElement(decodeBytes(header, source.encoding).text);
  } catch (error) {
    if (!(error instanceof InvalidXmlError)) throw error;
    throw new InvalidFileError(`The message's header is broken: ${error.message}.`);
  }
}

function search(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

async function* readItems(source: Source, tags: TagPatterns): AsyncGenerator<OnixItem> {
  let isClosed = false;
  for (;;) {
    const found = await findRecord(source, tags);
    if (found === 'end' || found === 'closed') {
      isClosed = found === 'closed';
      break;
    }
    const { line } = source;
    const raw = source.pending.slice(0, found.end);
    const item = found.reason === undefined ? parseRecord(raw, { line, source }) : broken(raw, line, found.reason);
    // A broken record may have swallowed others: what looks like the next one is read again.
    const next = 'reason' in item ? search(raw, tags.start, 1) : -1;
    source.drop(next === -1 ? found.end : next);
    yield item;
    if (found.isTooLarge) await skipToRecord(source, tags);
  }
  if (!isClosed) yield broken('', source.line, 'The file ends before its message does; the rest is missing.');
}

type FoundRecord = { end: number; reason?: string; isTooLarge?: true };

/** Drops what is before the next record, and finds where that ends: comments and CDATA are passed over. */
async function findRecord(source: Source, tags: TagPatterns): Promise<FoundRecord | 'end' | 'closed'> {
  let isInside = false;
  let from = 0;
  let swallowed = false;
  for (;;) {
    tags.scan.lastIndex = from;
    const match = tags.scan.exec(source.pending);
    if (!match) {
      if (isInside && source.pending.length > MAX_RECORD)
        return { end: source.pending.length, reason: TOO_LARGE, isTooLarge: true };
      from = Math.max(from, source.pending.length - TAG_OVERLAP);
      if (!isInside) from -= dropBefore(source, from);
      if (await source.more()) continue;
      return isInside ? { end: source.pending.length, reason: 'The file ends within this record.' } : 'end';
    }
    const [tag] = match;
    const after = match.index + tag.length;
    if (tag.startsWith('<!')) {
      const close = await findClose(source, tag === '<!--' ? '-->' : ']]>', after);
      if (close === -1 && !isInside) return 'end';
      if (close === -1) return { end: source.pending.length, reason: unclosedReason(source, tag) };
      swallowed ||= isInside && tag !== '<!--' && SWALLOWED.test(source.pending.slice(after, close));
      from = close + 3;
    } else if (!tag.startsWith('</')) {
      if (isInside) return { end: match.index, reason: 'This record is not closed before the next one begins.' };
      source.drop(match.index);
      isInside = true;
      from = tag.length;
    } else if (tag.includes('ONIX')) {
      if (!isInside) return 'closed';
      return { end: match.index, reason: 'This record is not closed before the message ends.' };
    } else if (isInside) {
      const reason = 'A CDATA section in this record is not closed.';
      return { end: after, ...(swallowed && { reason }) };
    } else from = after;
  }
}

function unclosedReason({ pending }: Source, tag: string): string {
  return pending.length < MAX_RECORD ? `A ${tag} in this record is never closed.` : TOO_LARGE;
}

const TOO_LARGE = `This record has more than ${MAX_RECORD / 1_000_000} million characters.`;
/** The next record inside of a record's CDATA: that was not closed where it should have been. */
const SWALLOWED = /<\/(?:[\w.-]+:)?product\s*>\s*<(?:[\w.-]+:)?product[\s>]/i;

function dropBefore(source: Source, count: number): number {
  source.drop(count);
  return count;
}

/** Where the text after an opening one closes; -1 if it never does, or not within a record's size. */
async function findClose(source: Source, close: string, from: number): Promise<number> {
  let at = source.pending.indexOf(close, from);
  while (at === -1 && source.pending.length < MAX_RECORD && (await source.more()))
    at = source.pending.indexOf(close, from);
  return at;
}

async function skipToRecord(source: Source, tags: TagPatterns): Promise<void> {
  let at = search(source.pending, tags.start, 0);
  while (at === -1) {
    source.drop(Math.max(0, source.pending.length - TAG_OVERLAP));
    if (!(await source.more())) return;
    at = search(source.pending, tags.start, 0);
  }
  source.drop(at);
}

function parseRecord(raw: string, { line, source }: { line: number; source: Source }): OnixItem {
  const { text, note } = decodeBytes(raw, source.encoding);
  try {
    return { line, element: parseElement(text), ...(note !== undefined && { note }) };
  } catch (error) {
    if (!(error instanceof InvalidXmlError)) throw error;
    return broken(raw, line, `Line ${line + error.line - 1} is not well-formed XML: ${error.message}`);
  }
}

function broken(raw: string, line: number, reason: string): OnixItem {
  const [, reference = ''] = /<(?:[\w.-]+:)?(?:RecordReference|a001)[^>]*>([^<]{0,200})/.exec(raw) ?? [];
  return { line, reference: decodeBytes(reference, 'utf-8').text.trim(), reason };
}

// oxlint-disable-next-line no-control-regex -- bytes beyond ASCII
const BEYOND_ASCII = /[^\u0000-\u007F]/;

/** Bytes as text: UTF-8 where they are valid UTF-8, whatever was declared, since other encodings hardly ever look like it. */
function decodeBytes(raw: string, declared: string): { text: string; note?: string } {
  if (!BEYOND_ASCII.test(raw)) return { text: raw };
  const bytes = Buffer.from(raw, 'latin1');
  if (isUtf8(bytes)) return { text: bytes.toString('utf8') };
  const encoding = declared === 'utf-8' ? 'windows-1252' : declared;
  const note = declared === 'utf-8' && 'Its characters are not UTF-8; they were read as Windows-1252.';
  return { text: new TextDecoder(encoding).decode(bytes), ...(note && { note }) };
}
