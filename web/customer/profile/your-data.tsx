import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { exportAccount } from '#contract/account.ts';
import type { Profile } from '#contract/sessions.ts';
import { call } from '../../browser/client.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useNotify } from '../notices.tsx';
import { useFailure } from '../use-failure.ts';
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
  const notify = useNotify();
  const { sentence, isWaiting, fail, clear } = useFailure();
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    clear();
    try {
      const text = JSON.stringify(await call(exportAccount), null, 2);
      saveFile(new Blob([text], { type: 'application/json' }), 'my-account.json');
      notify({ text: t('exported') });
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="get-password">
      <p>{t('exportLead')}</p>
      <button
        type="button"
        className="button button-quiet"
        disabled={isBusy || isWaiting}
        onClick={() => void download()}
      >
        <Download aria-hidden="true" size={18} />
        {t('export')}
      </button>
      {sentence && (
        <p className="field-error" role="alert">
          {sentence}
        </p>
      )}
    </div>
  );
}
