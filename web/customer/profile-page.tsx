import { PageTitle } from './page-title.tsx';
import { Loading } from './loading.tsx';
import { useTranslations } from 'use-intl';
import './profile/profile.css';
import { AccountWords } from './profile/account-words.tsx';
import { ProfileSections } from './profile/profile-sections.tsx';
import { useProfile } from './use-profile.ts';

/** Who the customer is, how the shop looks and speaks to them, how they sign in, and what becomes of their data. */
export function Component() {
  const t = useTranslations('area.profile');
  const profile = useProfile();
  return (
    <div className="profile">
      <header className="profile-head">
        <PageTitle title={t('title')} />
      </header>
      <AccountWords>{profile ? <ProfileSections profile={profile} /> : <Loading />}</AccountWords>
    </div>
  );
}
