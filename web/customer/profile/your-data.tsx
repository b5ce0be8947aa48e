import { useTranslations } from 'use-intl';
import { exportAccount } from '#contract/account.ts';
import type { Profile } from '#contract/sessions.ts';
import { call } from '../../browser/client.ts';
import { DownloadButton } from '../download-button.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { GetPassword } from './get-password.tsx';
import { Section } from './section.tsx';

/** All that the shop keeps of the customer, to take along or to delete. */
export function YourData({ profile }: { profile: Profile }) {
  const t = useTranslations('account');
  return (
    <Section name="data">
      <ExportData />
      <div className="deletion">
        <h3>{t('deleteTitle')}</h3>
        <p>{t('deleteLead')}</p>
        {profile.hasPassword ? <DeleteAccount /> : <GetPassword lead={t('deleteNeedsPassword')} />}
      </div>
    </Section>
  );
}

function ExportData() {
  const t = useTranslations('account');
  return (
    <div className="get-password">
      <p>{t('exportLead')}</p>
      <DownloadButton fetch={fetchAccount} name="my-account.json" done={t('exported')}>
        {t('export')}
      </DownloadButton>
    </div>
  );
}

async function fetchAccount(): Promise<Blob> {
  const text = JSON.stringify(await call(exportAccount), null, 2);
  return new Blob([text], { type: 'application/json' });
}
