import UserRound from 'lucide-react/icons/user-round';
import { initialsOf, avatarColorIndex } from '#domain/catalogue/text.ts';

const TINTS = 8;

type AvatarProps = { name: string; photoURL: string | null; isLarge?: boolean };

/** A customer's picture, if the Content Security Policy allows it, else their initials; decorative. */
export function Avatar({ name, photoURL, isLarge = false }: AvatarProps) {
  const className = isLarge ? 'avatar avatar-large' : 'avatar';
  const own = sameOriginPicture(photoURL);
  if (own) return <img className={className} src={own} alt="" width={88} height={88} />;
  const initials = initialsOf(name);
  return (
    <span className={`${className} tint-${avatarColorIndex(name, TINTS)}`} aria-hidden="true" translate="no">
      {initials || <UserRound size="50%" />}
    </span>
  );
}

/** The policy only allows images of our own origin. */
function sameOriginPicture(photoURL: string | null): string | undefined {
  return photoURL && URL.parse(photoURL)?.origin === location.origin ? photoURL : undefined;
}
