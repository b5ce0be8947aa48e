import {
  BookDashed,
  BookX,
  DoorClosed,
  Feather,
  KeyRound,
  LampDesk,
  LibraryBig,
  LogOut,
  MailOpen,
  Paintbrush,
  type LucideIcon,
} from 'lucide-react';
import { useId } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { PageTitle } from './page-title.tsx';
import { STATUS_PAGES, type StatusPageName } from './status-pages.ts';
import { useShopPath } from './use-shop-path.ts';

type StatusPage = { Icon: LucideIcon; to: string };

const BACK = 'back';

const PAGES: Record<StatusPageName, StatusPage> = {
  login: { Icon: LogOut, to: '/auth/login' },
  register: { Icon: Feather, to: '/auth/register' },
  'forgot-password': { Icon: KeyRound, to: '/auth/forget-password' },
  'reset-password': { Icon: MailOpen, to: '/auth/forget-password' },
  'lock-screen': { Icon: LampDesk, to: BACK },
  comingsoon: { Icon: BookDashed, to: '/' },
  'error-404': { Icon: BookX, to: '/' },
  'error-500': { Icon: LibraryBig, to: '/' },
  'not-authorized': { Icon: DoorClosed, to: '/' },
  maintenance: { Icon: Paintbrush, to: '/' },
};

/** The generic pages: what happened, what is safe, and the way on. */
export function Component() {
  const t = useTranslations('customer.pages');
  const { pathname } = useLocation();
  const name = STATUS_PAGES.find((one) => pathname === `/pages/${one}`) ?? 'error-404';
  const { Icon, to } = PAGES[name];
  return (
    <section className="status-page">
      <Icon className="status-icon" aria-hidden="true" size={72} strokeWidth={1.25} />
      <PageTitle title={t(`${name}.title`)} />
      <p>{t(`${name}.text`)}</p>
      {name === 'error-404' && <SearchForm />}
      {to === BACK ? <BackButton label={t(`${name}.action`)} /> : <ActionLink to={to} label={t(`${name}.action`)} />}
    </section>
  );
}

function ActionLink({ to, label }: { to: string; label: string }) {
  return (
    <Link className="button" to={to}>
      {label}
    </Link>
  );
}

/** Back to where the customer was; to the start where this page is the first. */
function BackButton({ label }: { label: string }) {
  const navigate = useNavigate();
  const isFirst = useLocation().key === 'default';
  return (
    <button type="button" className="button" onClick={() => void (isFirst ? navigate('/') : navigate(-1))}>
      {label}
    </button>
  );
}

function SearchForm() {
  const t = useTranslations('customer.site');
  const shop = useShopPath();
  const id = useId();
  return (
    <form className="status-search" action={shop('/browse')} role="search">
      <label htmlFor={id}>{t('search')}</label>
      <div>
        <input id={id} type="search" name="q" maxLength={200} />
        <button className="button button-quiet">{t('find')}</button>
      </div>
    </form>
  );
}
