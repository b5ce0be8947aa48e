import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openFolderStorage } from './folder-storage.ts';
import { openS3Storage } from './s3-storage.ts';

/**
 * Where files are kept. Their keys are paths of lower-case letters, digits, `-`, `.` and `/` that follow from their contents:
 * what a key names never changes, it can only be missing.
 */
export type ObjectStorage = {
  /** Stores a file; one that is there already is replaced by the same. */
  put(key: string, contents: Buffer, type: string): Promise<void>;
  get(key: string): Promise<Buffer | undefined>;
  /** Deletes a file, if it is there. */
  delete(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  /** The keys that begin with a prefix. */
  list(prefix: string): AsyncIterable<string>;
};

/** The bucket of `S3_BUCKET` where that is set, else the folder `DATA_DIR/files/`. */
export function openObjectStorage(config: Config): ObjectStorage {
  const { s3Endpoint: endpoint, s3Bucket: bucket, s3AccessKeyId: accessKeyId, s3SecretAccessKey: secret } = config;
  if (!endpoint || !bucket || !accessKeyId || !secret) return openFolderStorage(join(config.dataDir, 'files'));
  return openS3Storage({ endpoint, bucket, region: config.s3Region, accessKeyId, secretAccessKey: secret });
}
