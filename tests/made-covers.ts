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
