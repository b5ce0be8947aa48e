import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { COVER, encodePicture, PICTURE_TYPES, readPicture, SAMPLE_PAGE } from './encode-picture.ts';
import { makeCover, pngOfSize } from '../../tests/made-covers.ts';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="450"><path d="M0 0h9v9z"/></svg>');
let photo: Buffer;
beforeAll(async () => {
  photo = await makeCover({ width: 900, height: 1350 });
});

describe('a file is taken by what it contains', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'tiff'] as const)('%s', async (format) => {
    const picture = await readPicture(await sharp(photo).toFormat(format, { effort: 1 }).toBuffer(), COVER);
    expect(picture).toMatchObject({ width: 640, height: 960 });
  });

  test.each([
    ['SVG', () => SVG, 'It is no picture of JPEG, PNG, WebP, AVIF or TIFF.'],
    ['text', () => Buffer.from('<html>'), 'It is no picture'],
    ['nothing', () => Buffer.alloc(0), 'It is no picture'],
    ['GIF', () => sharp(photo).gif().toBuffer(), 'It is no picture'],
    ['half a JPEG', () => photo.subarray(0, photo.length / 2), 'It is damaged or cut off'],
    ['more than 20 MB', () => Buffer.alloc(20_000_001), 'It is larger than 20 MB.'],
    ['a huge picture in few bytes', () => pngOfSize(30_000, 30_000), 'It has more than 40 megapixels.'],
    ['an animated PNG', () => pngOfSize(300, 450, [['acTL', Buffer.alloc(8)]]), 'It is animated.'],
    ['a thumbnail', () => sharp(photo).resize(60).toBuffer(), 'It is too small: 60 × 90 pixels.'],
    ['a banner', () => sharp(photo).resize(1000, 200, { fit: 'fill' }).toBuffer(), 'It has no shape of a cover'],
  ])('%s is refused', async (_name, file, reason) => {
    await expect(readPicture(await file(), COVER)).rejects.toThrow(reason);
  });

  test('an animated WebP is refused', async () => {
    const frames = await sharp(photo).resize(200, 300).raw().toBuffer();
    const two = Buffer.concat([frames, Buffer.from(frames.map((value) => 255 - value))]);
    const animated = await sharp(two, { raw: { width: 200, height: 600, channels: 3, pageHeight: 300 } })
      .webp()
      .toBuffer();
    await expect(readPicture(animated, COVER)).rejects.toThrow('It is animated.');
  });
});

test('a cover becomes AVIF and WebP in the widths of pages and JPEG for others, without metadata', async () => {
  const tagged = await sharp(photo)
    .withExif({ IFD0: { Copyright: 'secret' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
    .toBuffer();
  const files = await encodePicture(await readPicture(tagged, COVER), COVER);
  expect(files.map(({ type, width }) => `${width}.${type}`)).toEqual([
    '120.avif',
    '240.avif',
    '400.avif',
    '640.avif',
    '120.webp',
    '240.webp',
    '400.webp',
    '640.webp',
    '144.jpg',
    '400.jpg',
  ]);
  for (const { contents, width, type } of files) {
    const { exif, xmp, icc, width: found, height, format } = await sharp(contents).metadata();
    expect({ exif, xmp, icc, found, height }).toEqual({ found: width, height: Math.round(width * 1.5) });
    expect(PICTURE_TYPES[type]).toBe(`image/${format === 'heif' ? 'avif' : format}`);
  }
});

test('a small picture is not enlarged, a turned one is put upright, and a clear one gets white paper', async () => {
  const small = await readPicture(await sharp(photo).resize(180).toBuffer(), COVER);
  const widths = (await encodePicture(small, COVER)).map(({ type, width }) => `${width}.${type}`);
  expect(widths).toEqual(['120.avif', '180.avif', '120.webp', '180.webp', '144.jpg', '180.jpg']);
  const turned = await sharp(photo).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer();
  expect(await readPicture(turned, COVER)).toMatchObject({ width: 640, height: 960 });
  const clear = await sharp({ create: { width: 200, height: 300, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  expect((await readPicture(clear, COVER)).color).toMatch(/^f[0-9a-f]f[0-9a-f]f[0-9a-f]$/);
});

test('a sample page becomes WebP in two widths, and must be large enough to be read', async () => {
  const page = await makeCover({ width: 1600, height: 2400 });
  const files = await encodePicture(await readPicture(page, SAMPLE_PAGE), SAMPLE_PAGE);
  expect(files.map(({ type, width }) => `${width}.${type}`)).toEqual(['600.webp', '1200.webp']);
  const sizes = await Promise.all(files.map(({ contents }) => sharp(contents).metadata()));
  expect(sizes.map(({ width, height }) => [width, height])).toEqual([
    [600, 900],
    [1200, 1800],
  ]);
  const narrow = await makeCover({ width: 250, height: 400 });
  await expect(readPicture(narrow, SAMPLE_PAGE)).rejects.toThrow('It is too small: 250 × 400 pixels.');
  const banner = await makeCover({ width: 1300, height: 400 });
  await expect(readPicture(banner, SAMPLE_PAGE)).rejects.toThrow('It has no shape of a sample page');
  const asCover = await readPicture(page, COVER);
  expect((await readPicture(page, SAMPLE_PAGE)).hash).not.toBe(asCover.hash);
});

test('the dominant color of a plain cover is its color', async () => {
  const red = await sharp({ create: { width: 200, height: 300, channels: 3, background: '#c02020' } })
    .png()
    .toBuffer();
  const { color } = await readPicture(red, COVER);
  const parts = [0, 2, 4].map((at) => parseInt(color.slice(at, at + 2), 16));
  [0xc0, 0x20, 0x20].forEach((part, index) => expect(Math.abs(parts[index]! - part)).toBeLessThanOrEqual(16));
});
