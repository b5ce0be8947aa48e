import { useState, type ReactNode } from 'react';
import { pictureFile, type PictureSize } from '#domain/picture.ts';

type PictureProps = {
  path: string | null | undefined;
  size: PictureSize;
  className: string;
  children: ReactNode;
};

/** A customer's picture, decorative; without one, or where its file does not come, `children`. */
export function Picture({ path, size, className, children }: PictureProps) {
  const [missing, setMissing] = useState('');
  if (!path || path === missing) return children;
  const src = pictureFile(path, size);
  return <img className={className} src={src} alt="" width={size} height={size} onError={() => setMissing(path)} />;
}
