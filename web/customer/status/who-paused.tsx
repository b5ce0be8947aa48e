import { Avatar } from '../avatar.tsx';
import { useProfile } from '../use-profile.ts';

/** Whose page it is that waits here. */
export function WhoPaused() {
  const profile = useProfile();
  if (!profile) return null;
  return (
    <p className="who-paused">
      <Avatar name={profile.displayName} photoURL={profile.photoURL} />
      <bdi>{profile.displayName}</bdi>
    </p>
  );
}
