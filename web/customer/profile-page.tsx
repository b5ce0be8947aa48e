import { useTranslations } from 'use-intl';
import { Loading } from './loading.tsx';
import { PageTitle } from './page-title.tsx';
import { Devices } from './profile/devices.tsx';
import { ProfileForm } from './profile/profile-form.tsx';
import { useProfile } from './use-profile.ts';

/** Who the customer is, how the shop looks and speaks to them, and where they are signed in. */
export function Component() {
  const t = useTranslations('customer.profile');
  const profile = useProfile();
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      {profile ? <ProfileForm profile={profile} /> : <Loading />}
      <Devices />
    </div>
  );
}
