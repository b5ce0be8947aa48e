import { PICTURE_ROUTES } from '#contract/picture-routes.ts';
import { addRoutes } from '#contract/routes.ts';
import type { Profile } from '#contract/sessions.ts';
import { MAX_PICTURE_UPLOAD } from '#domain/picture.ts';
import { sendRequest } from '../../browser/api-client.ts';

addRoutes(PICTURE_ROUTES);

/** The shorter side of what is sent, in pixels: twice that of the largest picture that the server makes of it. */
const SIDE = 512;

/**
 * Makes a picture the customer's own; what the browser cannot read is for the server to judge. Throws a `RangeError` for a
 * file that cannot be made smaller and is too large to be sent.
 */
export async function sendPicture(file: Blob): Promise<Profile> {
  const body = await shrinkPicture(file);
  if (body.size > MAX_PICTURE_UPLOAD) throw new RangeError();
  return sendRequest('savePicture', { body });
}

export const removePicture = (): Promise<Profile> => sendRequest('removePicture');

/** A photo of a phone becomes a file of some 50 kB, upright and without metadata: seconds on a slow connection. */
async function shrinkPicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return file;
  const scale = Math.min(1, SIDE / Math.min(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return new Promise((resolve) => canvas.toBlob((made) => resolve(made ?? file), 'image/jpeg', 0.9));
}
