import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { listAlerts, listTitleRequests } from '#contract/alerts.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { AlertItem, TitleRequestItem } from '../../ui/alert-item.tsx';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { EmptyList, Pagination, usePageParam } from '../page/pagination.tsx';
import { LoadingPage, PageHead } from '../page/page-head.tsx';
import { QueryContent } from '../page/page-states.tsx';
import { useOptimisticMutation } from '../page/use-optimistic-mutation.ts';
import { LazyMessages, useShopPath, type MessageLoaders } from '../shell/locale.tsx';

const PAGE_SIZE = 20;
const ALERT_LIST_ID = 'alerts';
const REQUESTS_KEY = ['title-requests'];

type AlertPage = ResponseOf<typeof listAlerts>;

/** What the customer waits for, newest first, and of what they were told lately. */
export function Component() {
  return (
    <LazyMessages name="alerts" loaders={ALERT_MESSAGES} fallback={<LoadingPage page="alerts" />}>
      <AlertsPage />
    </LazyMessages>
  );
}

const ALERT_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/alerts.json'),
  fa: () => import('#messages/fa/alerts.json'),
  de: () => import('#messages/de/alerts.json'),
  fr: () => import('#messages/fr/alerts.json'),
  pt: () => import('#messages/pt/alerts.json'),
};

function AlertsPage() {
  const t = useTranslations('alerts');
  const shop = useShopPath();
  const page = usePageParam();
  const queryKey = ['alerts', page];
  const alerts = useQuery({
    queryKey,
    queryFn: ({ signal }) => sendRequest('listAlerts', { query: { page, limit: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
  const remove = useOptimisticMutation<AlertPage, string>({
    queryKey,
    send: (id) => sendRequest('removeAlert', { body: { id } }),
    update: ({ rows, total, ...rest }, id) => ({
      ...rest,
      rows: rows.filter((one) => one.id !== id),
      total: total - 1,
    }),
  });
  const focusKept = useRestoreFocus(ALERT_LIST_ID);
  return (
    <div className="page" {...focusKept}>
      <PageHead page="alerts" />
      <QueryContent query={alerts}>
        {({ rows, total }) =>
          total === 0 ? (
            <EmptyList title={t('empty')} text={t('emptyText')} toShop={t('toShop')} />
          ) : (
            <>
              <p className="lead">{t('lead')}</p>
              <ul className="alerts" id={ALERT_LIST_ID} aria-label={t('title')}>
                {rows.map((alert) => (
                  <AlertItem key={alert.id} alert={alert} shopPath={shop}>
                    <button
                      type="button"
                      className="button-plain"
                      aria-label={t('removeTitle', { title: alert.product.title })}
                      onClick={() => remove.mutate(alert.id)}
                    >
                      {t('remove')}
                    </button>
                  </AlertItem>
                ))}
              </ul>
              <Pagination page={page} total={total} limit={PAGE_SIZE} isPlaceholder={alerts.isPlaceholderData} />
            </>
          )
        }
      </QueryContent>
      <TitleRequests />
    </div>
  );
}

/** The titles that the customer asked for; nothing where there are none. */
function TitleRequests() {
  const t = useTranslations('alerts');
  const shop = useShopPath();
  const requests = useQuery({
    queryKey: REQUESTS_KEY,
    queryFn: ({ signal }) => sendRequest('listTitleRequests', { signal }),
  });
  const remove = useOptimisticMutation<ResponseOf<typeof listTitleRequests>, string>({
    queryKey: REQUESTS_KEY,
    send: (id) => sendRequest('removeTitleRequest', { body: { id } }),
    update: ({ items }, id) => ({ items: items.filter((one) => one.id !== id) }),
  });
  return (
    <QueryContent query={requests}>
      {({ items }) =>
        items.length > 0 && (
          <section aria-labelledby="title-requests">
            <h2 id="title-requests">{t('requests.title')}</h2>
            <ul className="alerts">
              {items.map((request) => (
                <TitleRequestItem key={request.id} request={request} shopPath={shop}>
                  <button
                    type="button"
                    className="button-plain"
                    aria-label={t('removeTitle', { title: request.words })}
                    onClick={() => remove.mutate(request.id)}
                  >
                    {t('remove')}
                  </button>
                </TitleRequestItem>
              ))}
            </ul>
          </section>
        )
      }
    </QueryContent>
  );
}
