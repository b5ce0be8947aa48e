import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openFolderStorage } from './folder-storage.ts';
import type { ObjectStorage } from './object-storage.ts';
import { openS3Storage } from './s3-storage.ts';

/** The bucket of `S3_BUCKET` where that is set, else the folder `DATA_DIR/files/`. */
export function openObjectStorage(config: Config): ObjectStorage {
  const { s3Endpoint: endpoint, s3Bucket: bucket, s3AccessKeyId: accessKeyId, s3SecretAccessKey: secret } = config;
  if (!endpoint || !bucket || !accessKeyId || !secret) return openFolderStorage(join(config.dataDir, 'files'));
  return openS3Storage({ endpoint, bucket, region: config.s3Region, accessKeyId, secretAccessKey: secret });
}
