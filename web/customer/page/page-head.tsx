import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Loading, PageTitle } from './page-states.tsx';

/** The pages that say below their title what is found there. */
const LEADS = ['orders', 'books', 'lists', 'profile', 'reviews', 'wishList'] as const;
/** The pages that begin with their name in the menu, whatever the data. */
const TITLED = [...LEADS, 'addresses', 'alerts', 'tickets', 'transactions'] as const;

type TitledPage = (typeof TITLED)[number];

export function hasHead(page: string): page is TitledPage {
  return (TITLED as readonly string[]).includes(page);
}

type PageHeadProps = {
  page: TitledPage;
  /** What stands beside the title. */
  children?: ReactNode;
};

/** The head of a page, which the server paints. */
export function PageHead({ page, children }: PageHeadProps) {
  const menu = useTranslations('area.menu');
  const t = useTranslations('area.leads');
  const lead = LEADS.find((one) => one === page);
  return (
    <header className="page-head">
      <div className="page-head-row">
        <PageTitle title={menu(page)} />
        {children}
      </div>
      {lead && <p className="lead">{t(lead)}</p>}
    </header>
  );
}

/** A page whose messages have not come: its head stays, as the server painted it. */
export function LoadingPage({ page }: { page: TitledPage }) {
  return (
    <div className="page">
      <PageHead page={page} />
      <Loading />
    </div>
  );
}
