import UserRound from 'lucide-react/icons/user-round';
import { initialsOf, avatarColorIndex } from '#domain/catalogue/text.ts';
import { Picture } from './picture.tsx';

const TINTS = 8;

type AvatarProps = { name: string; picture: string | null; isLarge?: boolean };

/** A customer's picture, else their initials; decorative. */
export function Avatar({ name, picture, isLarge = false }: AvatarProps) {
  const className = isLarge ? 'avatar avatar-large' : 'avatar';
  const initials = initialsOf(name);
  return (
    <Picture path={picture} size={isLarge ? 256 : 96} className={className}>
      <span className={`${className} tint-${avatarColorIndex(name, TINTS)}`} aria-hidden="true" translate="no">
        {initials || <UserRound size="50%" />}
      </span>
    </Picture>
  );
}
