import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { PageContent } from '#contract/content.ts';
import { sendRequest } from '../browser/api-client.ts';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { showToast, useErrorToast } from '../customer/shell/toasts.tsx';
import { draftOf, type LoadedPage, type PageDraft } from './shop-page-draft.ts';

type HistoryProps = { slug: string; versions: LoadedPage['versions']; onLoad: (draft: PageDraft) => void };

/** Every version with who saved it; what was written can be taken up again. */
export function ShopPageHistory({ slug, versions, onLoad }: HistoryProps) {
  const t = useTranslations('adminContent.pages');
  const moment = useDateTimeFormat();
  const load = useMutation({
    mutationFn: (version: number) => sendRequest('getPageVersion', { params: { slug, version: String(version) } }),
    onSuccess: ({ content, version }) => {
      onLoad(draftOf(content as PageContent));
      showToast({ text: t('loaded', { version }) });
    },
    onError: useErrorToast(),
  });
  return (
    <section className="admin-section" aria-labelledby="history">
      <h2 id="history">{t('history')}</h2>
      {versions.length === 0 && <p className="lead">{t('noHistory')}</p>}
      <ol className="admin-history">
        {versions.map(({ version, status, actor, at }) => (
          <li key={version}>
            <b id={`version-${version}`}>{t('version', { version })}</b> · {t(`statuses.${status as 'draft'}`)} ·{' '}
            {t('by', { moment: moment(at), name: actor })}{' '}
            <button
              type="button"
              className="button-plain"
              aria-describedby={`version-${version}`}
              disabled={load.isPending}
              onClick={() => load.mutate(version)}
            >
              {t('load')}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
