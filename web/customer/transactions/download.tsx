import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { getStatement } from '#contract/transactions.ts';
import { fetchFile } from '../../browser/client.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useNotify } from '../notices.tsx';
import { useRefusal } from '../use-refusal.ts';

type Period = { from?: string | undefined; to?: string | undefined };

/** The statement of the chosen period, for a spreadsheet. */
export function DownloadStatement({ period }: { period: Period }) {
  const t = useTranslations('customer');
  const notify = useNotify();
  const refusal = useRefusal();
  const download = useMutation({
    mutationFn: () => fetchFile(getStatement, { query: period }),
    onSuccess: (file) => {
      saveFile(file, `${['statement', period.from, period.to].filter(Boolean).join('-')}.csv`);
      notify({ text: t('transactions.downloaded') });
    },
    onError: (error) => notify({ title: t('trouble.title'), text: refusal(error), kind: 'danger' }),
  });
  return (
    <button
      type="button"
      className="button button-quiet"
      disabled={download.isPending}
      onClick={() => download.mutate()}
    >
      <Download aria-hidden="true" size={18} />
      {download.isPending ? t('transactions.downloading') : t('transactions.download')}
    </button>
  );
}
