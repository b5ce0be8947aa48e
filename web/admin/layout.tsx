import { useQuery } from '@tanstack/react-query';
import LogOut from 'lucide-react/icons/log-out';
import { createContext, use } from 'react';
import { Outlet } from 'react-router';
import { useTranslations } from 'use-intl';
import type { StaffMember } from '#contract/admin.ts';
import { signInPath } from '#contract/pages.ts';
import type { Permission } from '#domain/staff.ts';
import { ApiRequestError, sendRequest } from '../browser/api-client.ts';
import { signOut } from '../customer/auth/sign-in-and-out.ts';
import { Loading, ErrorState, PageTitle } from '../customer/page/page-states.tsx';
import { LanguageMenu, ThemeButton, Wordmark } from '../customer/shell/header.tsx';
import { useFocusOnNavigation } from '../customer/shell/layouts.tsx';
import { LiveUpdates } from './live-updates.tsx';
import { Navigation } from './navigation.tsx';
import { Shortcuts } from './shortcuts.tsx';

const StaffContext = createContext<StaffMember | undefined>(undefined);

/** Whether the role of whoever is signed in permits something. */
export function useCan(): (permission: Permission) => boolean {
  const staff = use(StaffContext);
  return (permission) => staff?.permissions.includes(permission) ?? false;
}

/** Asks who is signed in, and shows nothing of the back office to whoever is not staff. */
export function Layout() {
  const staff = useQuery({
    queryKey: ['staff'],
    queryFn: ({ signal }) => sendRequest('getStaffMember', { signal }),
    staleTime: Infinity,
  });
  if (staff.data) {
    return (
      <StaffContext value={staff.data}>
        <Frame staff={staff.data} />
      </StaffContext>
    );
  }
  const code = staff.error instanceof ApiRequestError ? staff.error.problem?.code : undefined;
  return (
    <main id="content" className="admin-main admin-gate" tabIndex={-1}>
      {code === 'not_found' && <NotFoundPage />}
      {code === 'second_factor_required' && <SecondFactor />}
      {staff.isPending && <Loading />}
      {staff.isError && code !== 'not_found' && code !== 'second_factor_required' && (
        <ErrorState error={staff.error} onRetry={() => void staff.refetch()} />
      )}
    </main>
  );
}

function Frame({ staff: { name, role } }: { staff: StaffMember }) {
  const t = useTranslations('admin');
  const site = useTranslations('customer.site');
  useFocusOnNavigation();
  return (
    <>
      <a className="skip" href="#content">
        {site('skip')}
      </a>
      <LiveUpdates />
      <header className="admin-header">
        <Wordmark />
        <p className="admin-who">
          <bdi>{name}</bdi> <small>{t(`roles.${role}`)}</small>
        </p>
        <div className="header-actions">
          <Shortcuts />
          <LanguageMenu />
          <ThemeButton />
          <button type="button" className="tool" aria-label={t('signOut')} onClick={() => void signOut('/')}>
            <LogOut aria-hidden="true" size={20} />
          </button>
        </div>
      </header>
      <div className="admin-frame">
        <Navigation can={useCan()} />
        <main id="content" className="admin-main" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </>
  );
}

/** As of any page that does not exist. */
export function NotFoundPage() {
  const t = useTranslations('admin');
  return (
    <section className="status-page">
      <PageTitle title={t('notFound')} />
      <p>{t('notFoundText')}</p>
      <a className="button" href="/">
        {t('backToShop')}
      </a>
    </section>
  );
}

function SecondFactor() {
  const t = useTranslations('admin.secondFactor');
  const signIn = () => void signOut(signInPath(location.pathname + location.search));
  return (
    <section className="status-page">
      <PageTitle title={t('title')} />
      <p>{t('text')}</p>
      <a className="button" href="/customer/profile#passkeys">
        {t('setUp')}
      </a>
      <button type="button" className="button button-quiet" onClick={signIn}>
        {t('again')}
      </button>
    </section>
  );
}
