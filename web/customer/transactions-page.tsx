import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#contract/endpoint.ts';
import { listTransactions } from '#contract/transactions.ts';
import { call } from '../browser/client.ts';
import { PageLinks, useAskedPage } from './page-links.tsx';
import { Empty, Loaded } from './page-states.tsx';
import { PageTitle } from './page-title.tsx';
import { DownloadStatement } from './transactions/download.tsx';
import { Filters } from './transactions/filters.tsx';
import { Sums } from './transactions/sums.tsx';
import { TransactionTable } from './transactions/transaction-table.tsx';
import { useAsked } from './transactions/use-asked.ts';

const AT_ONCE = 20;

/** What was charged and refunded, with the balance after each; which of it stands in the address. */
export function Component() {
  const t = useTranslations('area.transactions');
  const page = useAskedPage();
  const { asked, isFiltered } = useAsked();
  const transactions = useQuery({
    queryKey: ['transactions', page, asked],
    queryFn: ({ signal }) => call(listTransactions, { query: { page, limit: AT_ONCE, ...asked }, signal }),
    placeholderData: keepPreviousData,
  });
  const isNothing = transactions.data?.total === 0 && !isFiltered;
  return (
    <div className="page">
      <header className="page-head page-head-row">
        <PageTitle title={t('title')} />
        {!isNothing && <DownloadStatement period={{ from: asked.from, to: asked.to }} />}
      </header>
      {!isNothing && <Filters />}
      <Loaded query={transactions}>
        {(data) => <Found data={data} page={page} isFiltered={isFiltered} isOld={transactions.isPlaceholderData} />}
      </Loaded>
    </div>
  );
}

type FoundProps = { data: AnswerOf<typeof listTransactions>; page: number; isFiltered: boolean; isOld: boolean };

function Found({ data: { rows, total, sums }, page, isFiltered, isOld }: FoundProps) {
  const t = useTranslations('area.transactions');
  if (total === 0 && !isFiltered) return <Empty title={t('empty')} text={t('emptyText')} />;
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('found', { count: total })}
      </p>
      <Sums sums={sums} />
      {total > 0 ? (
        <TransactionTable rows={rows} />
      ) : (
        <Empty title={t('nothing')} text={t('nothingText')}>
          <Link className="button button-quiet" to="?">
            {t('showAll')}
          </Link>
        </Empty>
      )}
      <PageLinks page={page} total={total} limit={AT_ONCE} isOld={isOld} />
    </>
  );
}
