import { eq } from 'drizzle-orm';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import { COVER, InvalidPictureError, readPicture } from '../covers/encode-picture.ts';
import { removeCover, setCover } from '../covers/store-cover.ts';
import type { Database } from '../db/connection.ts';
import { cover, productHistory, variant } from '../db/tables.ts';
import { runAsStaff, type StaffRequest } from './staff-action.ts';

/** Makes a picture the cover of a format. Throws `not_found`, and `photo_invalid` for what is no cover. */
export async function setTitleCover(
  deps: Deps,
  request: StaffRequest,
  { variantId, file }: { variantId: number; file: Uint8Array },
): Promise<void> {
  await requireVariant(deps.db, variantId);
  const picture = await readPicture(Buffer.from(file), COVER).catch((error: unknown) => {
    throw error instanceof InvalidPictureError ? throwApiError('photo_invalid', {}, error) : error;
  });
  await runAsStaff(deps, request, { verb: 'cover set', about: String(variantId) }, async (inside) => {
    const { productId, before } = await requireVariant(inside.db, variantId);
    await setCover(inside, variantId, { picture, origin: 'staff' });
    await writeHistory(inside.db, request, { productId, variantId, before, after: picture.hash });
  });
}

/** Removes the picture of a format. Throws `not_found` where it has none. */
export function removeTitleCover(deps: Deps, request: StaffRequest, variantId: number): Promise<void> {
  return runAsStaff(deps, request, { verb: 'cover remove', about: String(variantId) }, async ({ db }) => {
    const { productId, before } = await requireVariant(db, variantId);
    if (!(await removeCover(db, variantId))) throwApiError('not_found');
    await writeHistory(db, request, { productId, variantId, before, after: null });
  });
}

async function requireVariant(db: Database, id: number) {
  const [found] = await db
    .select({ productId: variant.productId, before: cover.imageHash })
    .from(variant)
    .leftJoin(cover, eq(cover.variantId, variant.id))
    .where(eq(variant.id, id));
  return requireFound(found);
}

type CoverChange = { productId: number; variantId: number; before: string | null; after: string | null };

async function writeHistory(
  db: Database,
  { principal }: StaffRequest,
  { productId, variantId, before, after }: CoverChange,
): Promise<void> {
  if (before === after) return;
  await db
    .insert(productHistory)
    .values({ productId, variantId, actor: principal.name, source: null, changes: { cover: [before, after] } });
}
