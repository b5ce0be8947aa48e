import type { ComponentType } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { plainPath } from './guard.ts';
import { PageTitle } from './page-title.tsx';
import './status/status.css';
import { BackButton, Primary, SearchForm, Ways, type Way } from './status/actions.tsx';
import { ClosedCord, ExLibris, ForgottenKey, LampAtNight, LibraryCard, SealedLetter } from './status/cards.tsx';
import { Dusting, NotOnTheShelf, Slipped, StillEmpty } from './status/scenes.tsx';
import { WhoPaused } from './status/who-paused.tsx';
import { STATUS_PAGES, type StatusPageName } from './status-pages.ts';

type StatusPage = {
  Drawing: ComponentType;
  /** How drawing and words are set: as a card, as a scene over the whole width, or beside one another. */
  setting: 'card' | 'scene' | 'night' | 'beside';
  /** Where the one button leads. */
  to: string | 'back' | 'again';
  ways?: readonly Way[];
};

const PAGES: Record<StatusPageName, StatusPage> = {
  login: { Drawing: LibraryCard, setting: 'card', to: '/auth/login' },
  register: { Drawing: ExLibris, setting: 'beside', to: '/auth/register' },
  'forgot-password': { Drawing: ForgottenKey, setting: 'card', to: '/auth/forget-password' },
  'reset-password': { Drawing: SealedLetter, setting: 'beside', to: '/profile#password' },
  'lock-screen': { Drawing: LampAtNight, setting: 'night', to: 'back' },
  comingsoon: { Drawing: StillEmpty, setting: 'scene', to: '/', ways: ['browse', 'wishes'] },
  'error-404': { Drawing: NotOnTheShelf, setting: 'scene', to: '/', ways: ['browse', 'orders', 'help'] },
  'error-500': { Drawing: Slipped, setting: 'scene', to: 'again', ways: ['start', 'help'] },
  'not-authorized': { Drawing: ClosedCord, setting: 'beside', to: '/auth/login', ways: ['start'] },
  maintenance: { Drawing: Dusting, setting: 'scene', to: 'again' },
};

/** The generic pages: what happened, what is safe, and the way on. */
export function Component() {
  const t = useTranslations('customer.pages');
  const { pathname } = useLocation();
  const name = STATUS_PAGES.find((one) => plainPath(pathname) === `/pages/${one}`) ?? 'error-404';
  const { Drawing, setting, to, ways = [] } = PAGES[name];
  const action = t(`${name}.action`);
  return (
    <section className={`status is-${setting}`}>
      <Drawing />
      <div className="status-words">
        {name === 'lock-screen' && <WhoPaused />}
        <PageTitle title={t(`${name}.title`)} />
        <p className="status-text">{t(`${name}.text`)}</p>
        {name === 'error-404' && <SearchForm />}
        {to === 'back' ? <BackButton label={action} /> : <Primary to={to} label={action} />}
        {ways.length > 0 && <Ways ways={ways} />}
      </div>
    </section>
  );
}
