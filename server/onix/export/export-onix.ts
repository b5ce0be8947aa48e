import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { slugOf } from '#domain/catalogue/text.ts';
import { databaseOn, databaseTime, withUnlimitedClient, type Database } from '../../db/connection.ts';
import { onixSender } from '../../db/tables.ts';
import { XML_DECLARATION } from '../../xml.ts';
import type { Message } from '../open-message.ts';
import { OWN_IDENTIFIER } from '../codes.ts';
import { streamProducts } from './export-rows.ts';
import { writeRecord, type Sender } from './write-record.ts';
import { element, emptyElement, renderElement, renderElements, type TagSet, type XmlElement } from './onix-element.ts';

export type OnixExport = {
  shopName: string;
  release: '3.0' | '3.1';
  tags: TagSet;
  /** Only what changed since then, with what has left the shop; null for the whole catalogue. */
  since: Date | null;
  /** Whether the stream is ended; standard output is not. */
  end: boolean;
};

export type ExportedMessage = { number: number; sentAt: Date; records: number };

/**
 * Writes the catalogue as an ONIX message, as of one moment, in constant memory: one record an edition, as `import onix` reads
 * it.
 */
export function exportOnix(connect: pg.ClientConfig, stream: Writable, options: OnixExport): Promise<ExportedMessage> {
  return withUnlimitedClient(connect, async (client) => {
    const db = databaseOn(client);
    const { id, number } = await takeMessageNumber(db);
    return db.transaction(
      async (tx) => {
        const message = { number, sentAt: await databaseTime(tx), records: 0 };
        const lines = writeMessage(tx, { shopId: id, message, options });
        await pipeline(Readable.from(lines), stream, { end: options.end });
        return message;
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  });
}

async function takeMessageNumber(db: Database): Promise<{ id: string; number: number }> {
  const [row] = await db
    .update(onixSender)
    .set({ lastMessageNumber: sql`${onixSender.lastMessageNumber} + 1` })
    .returning({ id: onixSender.id, number: onixSender.lastMessageNumber });
  return row!;
}

type Writing = { shopId: string; message: ExportedMessage; options: OnixExport };

/** Characters that are given to the stream at once. */
const CHUNK_LENGTH = 65_536;

async function* writeMessage(db: Database, { shopId, message, options }: Writing): AsyncGenerator<string> {
  const { release, tags, shopName } = options;
  const root = tags === 'short' ? 'ONIXmessage' : 'ONIXMessage';
  const namespace = `http://ns.editeur.org/onix/${release}/${tags}`;
  let chunk = `${XML_DECLARATION}<${root} release="${release}" xmlns="${namespace}">\n`;
  chunk += `${renderElements(writeHeader(shopId, message, shopName), tags)}\n`;
  for await (const record of listRecords(db, options)) {
    message.records += 1;
    chunk += `${renderElement(record, tags)}\n`;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (message.records === 0) chunk += `${renderElements(emptyElement('NoProduct'), tags)}\n`;
  yield `${chunk}</${root}>\n`;
}

function writeHeader(shopId: string, { number, sentAt }: ExportedMessage, shopName: string): XmlElement[] {
  return element('Header', [
    ...element('Sender', [
      ...element('SenderIdentifier', [
        ...element('SenderIDType', OWN_IDENTIFIER.type),
        ...element('IDTypeName', OWN_IDENTIFIER.name),
        ...element('IDValue', shopId),
      ]),
      ...element('SenderName', shopName),
    ]),
    ...element('MessageNumber', number),
    ...element('SentDateTime', `${sentAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`),
  ]);
}

/** Changes carry the time at which their transaction began: one that was still open at `since` may be older. */
const OPEN_TRANSACTIONS_MS = 10 * 60 * 1000;

async function* listRecords(db: Database, { shopName, since }: OnixExport): AsyncGenerator<XmlElement> {
  const sender: Sender = { name: shopName, namespace: slugOf(shopName) };
  const changedSince = since && new Date(since.getTime() - OPEN_TRANSACTIONS_MS);
  for await (const product of streamProducts(db, changedSince))
    for (const variant of product.variants)
      if (since || variant.isListed) yield writeRecord({ product, variant, sender });
}

/** The messages that this shop has written itself. */
export function findOwnMessages(connect: pg.ClientConfig, messages: readonly Message[]): Promise<Message[]> {
  return withUnlimitedClient(connect, async (client) => {
    const [row] = await databaseOn(client).select({ id: onixSender.id }).from(onixSender);
    return messages.filter(({ shopId }) => shopId === row!.id);
  });
}
