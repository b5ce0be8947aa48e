import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { LOGO_TYPES, type Logo, type LogoType } from '#domain/logo.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { ClientDatabase, Connection, Database } from '../db/connection.ts';
import { settingChange } from '../db/tables.ts';
import type { ObjectStorage } from '../integrations/object-storage.ts';
import type { EncodedLogo } from '../photos/encode-logo.ts';
import { deleteStrayFiles } from '../photos/stray-files.ts';
import { listNewestChanges, lockSettings, recordChange, type Edit } from './setting-changes.ts';

/** The setting's name in the history. */
const LOGO = 'logo';
const LOGO_FILES = 'logos/';
const MEDIA_TYPES: Readonly<Record<LogoType, string>> = { webp: 'image/webp', png: 'image/png' };

/** The shop's logo, if it has one, with the version of the setting. */
export async function findLogo(db: Database): Promise<{ logo?: Logo; version: number }> {
  const [newest] = await listNewestChanges(db, [LOGO]);
  const logo = newest?.after as Logo | null | undefined;
  return { version: newest?.version ?? 0, ...(logo && { logo }) };
}

/** Stores the files of a logo that nothing shows yet. */
export async function storeLogo(storage: ObjectStorage, { width, height, files }: EncodedLogo): Promise<Logo> {
  const id = uuidv7();
  for (const { type, contents } of files) await storage.put(fileKey(id, type), contents, MEDIA_TYPES[type]);
  return { id, width, height };
}

/** Shows a logo, or none. Throws `not_found` where there is none to remove, and `edited_meanwhile`. */
export function changeLogo(
  db: Connection,
  logo: Logo | null,
  edit: Edit,
): Promise<{ before: { logo: Logo | null }; after: { logo: Logo | null } }> {
  return db.transaction(async (tx) => {
    await lockSettings(tx, [LOGO]);
    const { logo: before = null } = await findLogo(tx);
    if (!before && !logo) throwApiError('not_found');
    await recordChange(tx, { name: LOGO, before, after: logo, ...edit });
    return { before: { logo: before }, after: { logo } };
  });
}

function fileKey(id: string, type: LogoType): string {
  return `${LOGO_FILES}${id}.${type}`;
}

/** One of a logo's files, if it is still there. */
export function readLogoFile(storage: ObjectStorage, { id }: Logo, type: LogoType): Promise<Buffer | undefined> {
  return storage.get(fileKey(id, type));
}

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\w+)$/;

/** The files of logos. A path never changes what it shows; emails embed them. */
export function registerLogoRoute(app: FastifyInstance, { storage }: { storage: ObjectStorage }): void {
  app.get<{ Params: { name: string } }>('/logos/:name', async ({ params }, reply) => {
    const [, id, suffix] = FILE.exec(params.name) ?? [];
    const type = LOGO_TYPES.find((one) => one === suffix);
    if (!id || !type) return throwApiError('not_found');
    const contents = requireFound(await storage.get(fileKey(id, type)));
    return reply
      .type(MEDIA_TYPES[type])
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Content-Security-Policy', "default-src 'none'")
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .send(contents);
  });
}

/** Deletes files that never became a logo; those of earlier ones stay, for sent emails show them. */
export function deleteStrayLogoFiles(db: ClientDatabase, storage: ObjectStorage, now = Date.now()): Promise<number> {
  const findKnown = async () => {
    const changes = await db
      .select({ after: settingChange.after })
      .from(settingChange)
      .where(eq(settingChange.name, LOGO));
    return changes.flatMap(({ after }) => (after as Logo | null)?.id ?? []);
  };
  return deleteStrayFiles(storage, { prefix: LOGO_FILES, now, findKnown });
}
