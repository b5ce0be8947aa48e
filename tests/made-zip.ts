import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP file of the files in a folder, written by the format's own rules: not by the library that reads it. */
export function zipOf(path: string): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of readdirSync(path)) {
    const contents = readFileSync(join(path, name));
    const packed = deflateRawSync(contents);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(contents), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(contents.length, 18);
    common.writeUInt16LE(name.length, 22);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, place, Buffer.from(name)]));
    bodies.push(body);
    offset += body.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(bodies.length, 4);
  end.writeUInt16LE(bodies.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\x05\x06'), end]);
}
