import { useTranslations } from 'use-intl';
import { getStatement } from '#contract/transactions.ts';
import { fetchFile } from '../../browser/client.ts';
import { DownloadButton } from '../download-button.tsx';

type Period = { from?: string | undefined; to?: string | undefined };

/** The statement of the chosen period, for a spreadsheet. */
export function DownloadStatement({ period }: { period: Period }) {
  const t = useTranslations('area.transactions');
  return (
    <DownloadButton
      fetch={() => fetchFile(getStatement, { query: period })}
      name={`${['statement', period.from, period.to].filter(Boolean).join('-')}.csv`}
      done={t('downloaded')}
    >
      {t('download')}
    </DownloadButton>
  );
}
