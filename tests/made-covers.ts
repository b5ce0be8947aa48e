import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

type MadeCover = { width: number; height: number; background?: string };

/** A picture for a cover (JPEG): a field with a lighter disc, and noise of a fixed seed so that it has something to encode. */
export async function makeCover({ width, height, background = '#3a6b8c' }: MadeCover): Promise<Buffer> {
  const noise = Buffer.alloc(64 * 96 * 3);
  let state = 7;
  for (let index = 0; index < noise.length; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    noise[index] = 100 + ((state >>> 16) % 56);
  }
  const base = sharp(noise, { raw: { width: 64, height: 96, channels: 3 } }).resize(width, height, { fit: 'fill' });
  return base.tint(background).jpeg({ quality: 85 }).toBuffer();
}

/** A PNG of any stated size with hardly any data: what decompression bombs are made of. */
export function pngOfSize(width: number, height: number, before: [string, Buffer][] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const parts = [
    ['IHDR', header],
    ...before,
    ['IDAT', deflateSync(Buffer.alloc(1000))],
    ['IEND', Buffer.alloc(0)],
  ] as const;
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([mark, ...parts.map(([type, data]) => chunk(type, data))]);
}
