import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Profile } from '#contract/sessions.ts';
import { AboutYou } from './about-you.tsx';
import { Activity } from './activity.tsx';
import { Devices } from './devices.tsx';
import { EmailAddress } from './email-address.tsx';
import { Letters } from './letters.tsx';
import { Look } from './look.tsx';
import { Password } from './password.tsx';
import { YourData } from './your-data.tsx';

const SECTIONS = ['about', 'look', 'letters', 'email', 'password', 'devices', 'activity', 'data'] as const;

/** The parts of the profile, and beside them what there is. */
export function ProfileSections({ profile }: { profile: Profile }) {
  useAskedSection();
  return (
    <>
      <Contents />
      <div className="profile-sections">
        <AboutYou profile={profile} />
        <Look profile={profile} />
        <Letters profile={profile} />
        <EmailAddress profile={profile} />
        <Password profile={profile} />
        <Devices />
        <Activity />
        <YourData profile={profile} />
      </div>
    </>
  );
}

/** A link from elsewhere may name a section. */
function useAskedSection(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
}

/** Beside the sections where there is room. */
function Contents() {
  const t = useTranslations('account');
  return (
    <nav className="contents" aria-label={t('contents')}>
      <ul>
        {SECTIONS.map((section) => (
          <li key={section}>
            <a href={`#${section}`}>{t(`sections.${section}`)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
