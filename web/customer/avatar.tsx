import { UserRound } from 'lucide-react';
import { initialsOf, tintOf } from '#domain/initials.ts';

const TINTS = 8;

type AvatarProps = { name: string; photoURL: string | null; isLarge?: boolean };

/** A customer's picture, where the page's policy may show it, else their initials; beside the name it is decoration. */
export function Avatar({ name, photoURL, isLarge = false }: AvatarProps) {
  const size = isLarge ? 'avatar avatar-large' : 'avatar';
  const own = ownPicture(photoURL);
  if (own) return <img className={size} src={own} alt="" width={88} height={88} />;
  const initials = initialsOf(name);
  return (
    <span className={`${size} tint-${tintOf(name, TINTS)}`} aria-hidden="true" translate="no">
      {initials || <UserRound size="50%" />}
    </span>
  );
}

/** The policy shows pictures of our own origin only. */
function ownPicture(photoURL: string | null): string | undefined {
  return photoURL && URL.parse(photoURL)?.origin === location.origin ? photoURL : undefined;
}
