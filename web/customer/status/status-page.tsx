import type { ComponentType } from 'react';
import { useLocation, Link, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { normalizePath, STATUS_PAGES, type StatusPageName } from '../auth/guard.ts';
import { LazyMessages, type MessageLoaders, useShopPath } from '../shell/locale.tsx';
import { PageTitle } from '../page/page-states.tsx';
import {
  ClosedCord,
  ExLibris,
  ForgottenKey,
  LampAtNight,
  LibraryCard,
  SealedLetter,
  Dusting,
  NotOnTheShelf,
  Slipped,
  StillEmpty,
} from './illustrations.tsx';
import { CUSTOMER_AREA } from '#contract/pages.ts';
import { isSignedIn } from '../../browser/session.ts';
import { signOut } from '../auth/sign-in-and-out.ts';
import { Avatar } from '../profile/avatar.tsx';
import { useProfile } from '../profile/current-profile.ts';

import './status.css';

type StatusPageConfig = {
  Drawing: ComponentType;
  /** The layout of illustration and text: a card, a scene of the full width, or side by side. */
  layout: 'card' | 'scene' | 'night' | 'beside';
  /** The target of the button. */
  to: string | 'back' | 'again';
  links?: readonly StatusLink[];
};

const PAGES: Record<StatusPageName, StatusPageConfig> = {
  login: { Drawing: LibraryCard, layout: 'card', to: '/auth/login' },
  register: { Drawing: ExLibris, layout: 'beside', to: '/auth/register' },
  'forgot-password': { Drawing: ForgottenKey, layout: 'card', to: '/auth/forget-password' },
  'reset-password': { Drawing: SealedLetter, layout: 'beside', to: '/profile#password' },
  'lock-screen': { Drawing: LampAtNight, layout: 'night', to: 'back' },
  comingsoon: { Drawing: StillEmpty, layout: 'scene', to: '/', links: ['browse', 'wishList'] },
  'error-404': { Drawing: NotOnTheShelf, layout: 'scene', to: '/', links: ['browse', 'orders', 'help'] },
  'error-500': { Drawing: Slipped, layout: 'scene', to: 'again', links: ['start', 'help'] },
  'not-authorized': { Drawing: ClosedCord, layout: 'beside', to: '/auth/login', links: ['start'] },
  maintenance: { Drawing: Dusting, layout: 'scene', to: 'again' },
};

const STATUS_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/status.json'),
  fa: () => import('#messages/fa/status.json'),
  de: () => import('#messages/de/status.json'),
  fr: () => import('#messages/fr/status.json'),
  pt: () => import('#messages/pt/status.json'),
};

/** A generic page: what happened, and how to continue. */
export function Component() {
  return (
    <LazyMessages name="status" loaders={STATUS_MESSAGES}>
      <StatusPage />
    </LazyMessages>
  );
}

function StatusPage() {
  const t = useTranslations('status.pages');
  const broken = useTranslations('customer.unexpectedError');
  const { pathname } = useLocation();
  const name = STATUS_PAGES.find((one) => normalizePath(pathname) === `/pages/${one}`) ?? 'error-404';
  const { Drawing, layout, to, links = [] } = PAGES[name];
  const action = t(`${name}.action`);
  return (
    <section className={`status is-${layout}`}>
      <Drawing />
      <div className="status-content">
        {name === 'lock-screen' && <LockedCustomer />}
        <PageTitle title={name === 'error-500' ? broken('title') : t(`${name}.title`)} />
        <p className="status-text">{name === 'error-500' ? broken('text') : t(`${name}.text`)}</p>
        {to === 'back' ? <BackButton label={action} /> : <PrimaryAction to={to} label={action} />}
        {links.length > 0 && <StatusLinks links={links} />}
      </div>
    </section>
  );
}

/**
 * The button of a status page. Sign-in pages are for guests only, so it signs out first; `again` reloads the start page,
 * to see whether the shop is available again.
 */
export function PrimaryAction({ to, label }: { to: string; label: string }) {
  if (to === 'again')
    return (
      <a className="button" href={`${CUSTOMER_AREA}/`}>
        {label}
      </a>
    );
  if (to.startsWith('/auth/') && isSignedIn())
    return (
      <button type="button" className="button" onClick={() => void signOut(CUSTOMER_AREA + to)}>
        {label}
      </button>
    );
  return (
    <Link className="button" to={to}>
      {label}
    </Link>
  );
}

/** Back to the previous page; to the start page when there is none. */
export function BackButton({ label }: { label: string }) {
  const navigate = useNavigate();
  const isFirst = useLocation().key === 'default';
  return (
    <button type="button" className="button" onClick={() => void (isFirst ? navigate('/') : navigate(-1))}>
      {label}
    </button>
  );
}

export type StatusLink = 'start' | 'browse' | 'wishList' | 'orders' | 'help';

/** Secondary links. */
export function StatusLinks({ links }: { links: readonly StatusLink[] }) {
  const t = useTranslations('status.links');
  const shop = useShopPath();
  const own: Partial<Record<StatusLink, string>> = {
    start: '/',
    wishList: '/wish-list',
    orders: '/my-orders',
    help: '/tickets',
  };
  return (
    <nav className="status-links" aria-label={t('label')}>
      <ul>
        {links.map((link) => (
          <li key={link}>
            {own[link] ? <Link to={own[link]}>{t(link)}</Link> : <a href={shop('/browse')}>{t(link)}</a>}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The customer whose session is locked. */
export function LockedCustomer() {
  const profile = useProfile();
  if (!profile) return null;
  return (
    <p className="locked-customer">
      <Avatar name={profile.displayName} picture={profile.picture} />
      <bdi>{profile.displayName}</bdi>
    </p>
  );
}
