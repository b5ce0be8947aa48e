import { PageHead } from '../page/page-head.tsx';
import { Loading } from '../page/page-states.tsx';
import { useTranslations } from 'use-intl';
import './profile.css';
import { useProfile } from './current-profile.ts';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { Profile } from '#contract/sessions.ts';
import { PersonalDetails, EmailPreferences, Appearance } from './personal-settings.tsx';
import { Activity, Devices } from './devices-and-activity.tsx';
import { EmailSettings, PasswordSettings, YourData } from './account-settings.tsx';
import { lazyWithPreload } from '../shell/lazy-with-preload.ts';
import { AccountMessages } from './account-messages.tsx';

const PasskeySettings = lazyWithPreload(
  async () => (await import('../security/passkey-settings.tsx')).PasskeySettings,
  { onError: 'hide' },
);

const SecondStepSettings = lazyWithPreload(
  async () => (await import('../security/second-step-settings.tsx')).SecondStepSettings,
  { onError: 'hide' },
);

/** The profile page: personal details, appearance, sign-in, devices, activity and data. */
export function Component() {
  const profile = useProfile();
  return (
    <div className="profile">
      <PageHead page="profile" />
      <AccountMessages>{profile ? <ProfileSections profile={profile} /> : <Loading />}</AccountMessages>
    </div>
  );
}

const BASIC_SECTIONS = ['about', 'appearance', 'emailPreferences'] as const;
const SECTIONS = [
  ...BASIC_SECTIONS,
  'email',
  'password',
  'passkeys',
  'secondStep',
  'devices',
  'activity',
  'data',
] as const;

/** The sections of the profile beside their table of contents. */
export function ProfileSections({ profile }: { profile: Profile }) {
  const isAll = useSectionFromHash() || profile.userRole === 'admin';
  return (
    <>
      <TableOfContents sections={isAll ? SECTIONS : BASIC_SECTIONS} />
      <div className="profile-sections">
        <PersonalDetails profile={profile} />
        <Appearance profile={profile} />
        <EmailPreferences profile={profile} />
        {isAll && (
          <>
            <EmailSettings profile={profile} />
            <PasswordSettings profile={profile} />
            <LaterSection id="passkeys">
              <PasskeySettings />
            </LaterSection>
            <LaterSection id="secondStep">
              <SecondStepSettings />
            </LaterSection>
            <Devices />
            <Activity />
            <YourData />
          </>
        )}
      </div>
    </>
  );
}

/** A section whose script is fetched when its place comes near what is seen. */
function LaterSection({ id, children }: { id: (typeof SECTIONS)[number]; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: '300px' },
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  const empty = <div ref={place} id={id} className="profile-later" />;
  return isNear ? <Suspense fallback={empty}>{children}</Suspense> : empty;
}

/** A link may name a section; returns whether it is one that is collapsed by default. */
function useSectionFromHash(): boolean {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return SECTIONS.slice(BASIC_SECTIONS.length).some((section) => hash === `#${section}`);
}

/** Beside the sections on wide screens. */
function TableOfContents({ sections }: { sections: readonly (typeof SECTIONS)[number][] }) {
  const t = useTranslations('account');
  return (
    <nav className="table-of-contents" aria-label={t('contents')}>
      <ul>
        {sections.map((section) => (
          <li key={section}>
            <a href={`#${section}`}>{t(`sections.${section}`)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
