import { MAX_PICTURE_UPLOAD } from '#domain/picture.ts';
import { endpoint } from './endpoint.ts';
import { profile } from './sessions.ts';

export const savePicture = endpoint('savePicture', {
  summary:
    "Make a picture (JPEG, PNG, WebP, AVIF or TIFF) the customer's own: its middle, square, without metadata. The same file again changes nothing.",
  tag: 'Account',
  access: 'customer',
  rateLimit: 'write',
  upload: MAX_PICTURE_UPLOAD,
  response: profile,
  status: 200,
  errors: ['photo_invalid', 'photo_too_large', 'not_found'],
});

export const removePicture = endpoint('removePicture', {
  summary: "Remove the customer's picture and its files, if there is one.",
  tag: 'Account',
  access: 'customer',
  rateLimit: 'write',
  response: profile,
  status: 200,
  errors: ['not_found'],
});
