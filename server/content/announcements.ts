import type { Announcements } from '#contract/content.ts';
import { overlappingDays } from '#domain/announcement.ts';
import type { Locale } from '#domain/locale.ts';
import { throwApiError } from '../api-error.ts';
import type { Connection, Database } from '../db/connection.ts';
import { fieldErrorMessage } from '../translations.ts';
import { addVersion, findShown, type ContentEdit } from './content-versions.ts';

const KEY = { kind: 'announcements', name: 'bar' } as const;

export type Written<Content> = { version: number; content: Content; actor: string | null; at: Date | null };

/** The planned announcements; none before the first. */
export async function findAnnouncements(db: Database): Promise<Written<Announcements>> {
  const shown = await findShown(db, KEY);
  if (!shown) return { version: 0, content: { items: [] }, actor: null, at: null };
  return { ...shown, content: shown.content as Announcements };
}

/** Plans announcements in the place of those before. Throws `invalid` where days overlap, and `edited_meanwhile`. */
export async function publishAnnouncements(
  db: Connection,
  content: Announcements,
  edit: ContentEdit & { locale: Locale },
) {
  const errors = overlappingDays(content.items).map((place) => {
    const path = `content.items.${place}.from`;
    return { path, message: fieldErrorMessage(edit.locale, { path, key: 'invalid' }) };
  });
  if (errors.length > 0) throwApiError('invalid', { errors });
  return addVersion(db, KEY, edit, async () => ({ status: 'published', content }));
}
