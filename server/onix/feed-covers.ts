import { dirname, join } from 'node:path';
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { OnixRecord } from '#domain/catalogue/onix-record.ts';
import { readPictureFile } from '../covers/picture-sources.ts';
import { importNamedCovers, type CoverCounts, type NamedCover } from '../covers/import-covers.ts';
import type { Connection, Database } from '../db/connection.ts';
import { onixRecord, variant } from '../db/tables.ts';
import type { ObjectStorage } from '../integrations/object-storage.ts';
import type { OnixImport } from './import-onix.ts';
import { isFileName } from './map-blocks.ts';
import type { Message } from './open-message.ts';

/** `linked`: covers at addresses of the web, which are never fetched. */
export type FeedCoverCounts = CoverCounts & { linked: number };
type Options = Pick<OnixImport, 'onIssue' | 'withProgress'>;

/**
 * Imports the front covers that the stored records of these messages name as files beside the message. What is no cover is a
 * note; the same files again change nothing.
 */
export async function importFeedCovers(
  store: { db: Connection; storage: ObjectStorage },
  messages: readonly Message[],
  { onIssue, withProgress }: Options,
): Promise<FeedCoverCounts> {
  const total: FeedCoverCounts = { added: 0, changed: 0, unchanged: 0, kept: 0, rejected: 0, linked: 0 };
  for (const message of messages)
    for await (const batch of readFrontCovers(store.db, message)) {
      const files = batch.flatMap((one) => coverFileOf(message, one) ?? []);
      total.linked += batch.length - files.length;
      if (files.length === 0) continue;
      const counts = await withProgress('Covers', (onProgress) =>
        importNamedCovers(store, files, {
          isDryRun: false,
          origin: 'feed',
          onProgress,
          onIssue: ({ file, reason }) =>
            onIssue({
              file: message.name,
              line: 1,
              reference: '',
              kind: 'note',
              code: 'cover',
              reason: `The cover ${file}: ${reason}`,
            }),
        }),
      );
      for (const [outcome, number] of Object.entries(counts) as [keyof CoverCounts, number][]) total[outcome] += number;
    }
  return total;
}

type FrontCover = { id: number; isbn: string | null; images: NonNullable<OnixRecord['collateral']>['images'] };

const FRONT_COVER = '01';
const HAS_FRONT_COVER = JSON.stringify({ collateral: { images: [{ type: FRONT_COVER }] } });
const PAGE_SIZE = 500;

/** The variants whose record came with a message, if that names a front cover. */
async function* readFrontCovers(db: Database, { sender, hash }: Message): AsyncGenerator<FrontCover[]> {
  for (let after = 0; ;) {
    const page = await db
      .select({
        id: onixRecord.id,
        isbn: variant.isbn,
        images: sql<FrontCover['images']>`${onixRecord.data} #> '{collateral,images}'`,
      })
      .from(onixRecord)
      .innerJoin(variant, eq(variant.id, onixRecord.variantId))
      .where(
        and(
          eq(onixRecord.sender, sender),
          eq(onixRecord.messageHash, hash),
          isNull(onixRecord.deletedAt),
          isNotNull(variant.isbn),
          sql`${onixRecord.data} @> ${HAS_FRONT_COVER}::jsonb`,
          gt(onixRecord.id, after),
        ),
      )
      .orderBy(asc(onixRecord.id))
      .limit(PAGE_SIZE);
    if (page.length === 0) return;
    yield page;
    after = page.at(-1)!.id;
  }
}

function coverFileOf({ file }: Message, { isbn, images }: FrontCover): NamedCover | undefined {
  const cover = images.find(({ type, link }) => type === FRONT_COVER && isFileName(link));
  if (!cover || isbn === null) return undefined;
  return { isbn, name: cover.link, read: () => readPictureFile(join(dirname(file), cover.link)) };
}
