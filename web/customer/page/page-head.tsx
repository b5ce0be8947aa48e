import { useTranslations } from 'use-intl';
import { Loading, PageTitle } from './page-states.tsx';

/** The pages that say below their title what is found there. */
const LEADS = ['orders', 'books', 'lists', 'profile', 'reviews'] as const;
/** The pages that begin with their name in the menu, whatever the data. */
const TITLED = [...LEADS, 'addresses', 'alerts', 'tickets', 'transactions', 'wishList'] as const;

type TitledPage = (typeof TITLED)[number];

export function hasHead(page: string): page is TitledPage {
  return (TITLED as readonly string[]).includes(page);
}

/** The head of a page, which the server paints. */
export function PageHead({ page }: { page: TitledPage }) {
  const menu = useTranslations('area.menu');
  const t = useTranslations('area.leads');
  const lead = LEADS.find((one) => one === page);
  return (
    <header className="page-head">
      <PageTitle title={menu(page)} />
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
