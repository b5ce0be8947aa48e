import { QueryClient, QueryClientProvider, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, useSyncExternalStore, useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { ApiRequestError } from '../../browser/api-client.ts';
import { onRemoteSessionChange } from '../../browser/session-changes.ts';
import { isSignedIn, onSessionChange, storedProfile } from '../../browser/session.ts';
import { lazyWithPreload, useLoadOrToast } from './lazy-with-preload.ts';
import { pendingEmailToken } from '../auth/email-token.ts';
import { AreaMessages } from './locale.tsx';
import PanelLeft from 'lucide-react/icons/panel-left';
import { Outlet, useLocation, useSearchParams, useRevalidator } from 'react-router';
import { useTranslations } from 'use-intl';
import { cartCount, onCartChange } from '../../browser/cart.ts';
import { getStored } from '../../browser/storage.ts';
import { useFirstTooltipTarget } from './tooltip-target.ts';
import { AreaHeader } from './area-header.tsx';
import { isSidebarCollapsed, onMenuStateChange, toggleSidebar, Menu } from './menu.tsx';
import { TitleBar } from './breadcrumb.tsx';
import { useShortcuts, type Panel } from '../command-palette/use-shortcuts.ts';
import { Progress, useIsSlow } from '../page/page-states.tsx';
import { RESTORED_CART_PARAM } from '../auth/sign-in-and-out.ts';
import { showToast } from './toasts.tsx';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && error instanceof ApiRequestError && error.problem === undefined,
    },
    mutations: { networkMode: 'always' },
  },
});

/** The layout of the pages that query the API, and their query cache. */
export function Component() {
  return (
    <QueryClientProvider client={queryClient}>
      <AreaMessages>
        <SignedInLayout />
        <PendingEmailLink />
      </AreaMessages>
    </QueryClientProvider>
  );
}

function SignedInLayout() {
  useSessionWatch();
  const isMember = useSyncExternalStore(onSessionChange, isSignedIn);
  const isCartFilled = useSyncExternalStore(onCartChange, cartCount) > 0;
  return <MainLayout isMember={isMember} isCartFilled={isCartFilled} menu={<Menu isMember />} />;
}

/** Nothing is typed on the page yet when it is needed, so the page may be reloaded. */
const EmailLinkDialog = lazyWithPreload(async () => (await import('../auth/auth-dialogs.tsx')).EmailLinkDialog, {
  onError: 'reload',
  name: 'email-link',
});

/** An email link opened by a signed-in customer survives the redirect to the start page. */
function PendingEmailLink() {
  const [link] = useState(pendingEmailToken);
  if (!link || !isSignedIn()) return null;
  return (
    <Suspense>
      <EmailLinkDialog {...link} />
    </Suspense>
  );
}

const LiveUpdates = lazyWithPreload(async () => (await import('../live/live-updates.tsx')).LiveUpdates, {
  onError: 'hide',
});
const MergedWishList = lazyWithPreload(async () => (await import('../wish-list/merged-wish-list.tsx')).MergedWishList, {
  onError: 'hide',
});
const Tooltips = lazyWithPreload(async () => (await import('./tooltips.tsx')).Tooltips, { onError: 'hide' });
const MenuDrawer = lazyWithPreload(async () => (await import('./menu-drawer.tsx')).MenuDrawer);
const CommandPalette = lazyWithPreload(
  async () => (await import('../command-palette/command-palette.tsx')).CommandPalette,
);
const ShortcutHelp = lazyWithPreload(async () => (await import('../command-palette/shortcut-help.tsx')).ShortcutHelp);

type MainLayoutProps = {
  isMember: boolean;
  isCartFilled: boolean;
  /** Not in a first paint by the server: it begins with the pages that the customer starred. */
  menu?: ReactNode;
};

/** The layout of every page of a signed-in customer, and of the checkout. */
export function MainLayout({ isMember, isCartFilled, menu }: MainLayoutProps) {
  const t = useTranslations('customer.site');
  const panels = usePanels();
  useShortcuts((panel) => void panels.open(panel));
  const tooltipTarget = useFirstTooltipTarget();
  const { pathname } = useLocation();
  const isFocused = pathname === '/checkout' && isCartFilled;
  return (
    <>
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <AreaHeader
        isMember={isMember}
        isFocused={isFocused}
        onSearch={() => void panels.open('search')}
        onMenu={() => void panels.open('menu')}
      />
      <Progress isSlow={useIsSlow(useIsLoadingData())} />
      <LayoutBody isMember={isMember} isFocused={isFocused} menu={menu} />
      <Suspense>
        {panels.wasOpen('menu') && <MenuDrawer {...panels.of('menu')} isMember={isMember} />}
        {panels.wasOpen('search') && <CommandPalette {...panels.of('search')} isMember={isMember} />}
        {panels.wasOpen('shortcuts') && <ShortcutHelp {...panels.of('shortcuts')} />}
      </Suspense>
      <Suspense>
        {tooltipTarget && <Tooltips first={tooltipTarget} />}
        {isMember && <LiveUpdates />}
      </Suspense>
    </>
  );
}

/** Where a customer does one thing, nothing leads elsewhere. */
function LayoutBody({ isMember, isFocused, menu }: { isMember: boolean; isFocused: boolean; menu: ReactNode }) {
  const hasMenu = isMember && !isFocused;
  const [hasGuestWishes] = useState(() => getStored('wishList') !== null);
  const isCollapsed = useSyncExternalStore(onMenuStateChange, isSidebarCollapsed, isSidebarCollapsed);
  return (
    <div
      className={hasMenu ? 'main-layout' : 'main-layout main-layout-guest'}
      data-collapsed={isCollapsed || undefined}
    >
      {hasMenu && (
        <div className="sidebar">
          <SidebarToggle isCollapsed={isCollapsed} />
          {menu}
        </div>
      )}
      <main id="content" tabIndex={-1}>
        <TitleBar isMember={isMember} canStar={hasMenu} />
        {isMember && <RestoredCart />}
        <Suspense>{isMember && hasGuestWishes && <MergedWishList />}</Suspense>
        <Outlet />
      </main>
    </div>
  );
}

/** Whether a query without data, not even of the previous filter, is loading. */
function useIsLoadingData(): boolean {
  return useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
}

function SidebarToggle({ isCollapsed }: { isCollapsed: boolean }) {
  const t = useTranslations('customer.shell');
  return (
    <button
      type="button"
      className="tool"
      aria-expanded={!isCollapsed}
      aria-label={t('toggleSidebar')}
      onClick={toggleSidebar}
    >
      <PanelLeft aria-hidden="true" size={20} />
    </button>
  );
}

type PanelName = Panel | 'menu';

const PANELS = { menu: MenuDrawer, search: CommandPalette, shortcuts: ShortcutHelp } as const;

/** Which panel is open, once its script is loaded. A closed panel stays rendered, so that its closing is animated. */
function usePanels() {
  const loadOrToast = useLoadOrToast();
  const [current, setCurrent] = useState<PanelName>();
  const [seen, setSeen] = useState<readonly PanelName[]>([]);
  return {
    open: async (panel: PanelName) => {
      if (!PANELS[panel].isLoaded() && !(await loadOrToast(PANELS[panel]))) return;
      setCurrent(panel);
      setSeen((before) => (before.includes(panel) ? before : [...before, panel]));
    },
    wasOpen: (panel: PanelName) => seen.includes(panel),
    of: (panel: PanelName) => ({ isOpen: current === panel, onClose: () => setCurrent(undefined) }),
  };
}

const RestoredCartReport = lazyWithPreload(
  async () => (await import('../checkout/restored-cart-report.tsx')).RestoredCartReport,
  { onError: 'hide' },
);

/** After signing in with a cart: reports how it was restored, until the checkout, which does so itself. */
export function RestoredCart() {
  const [search, setSearch] = useSearchParams();
  const [isShown, setShown] = useState(() => search.has(RESTORED_CART_PARAM));
  const { pathname } = useLocation();
  if (isShown && pathname === '/checkout') setShown(false);
  useEffect(() => {
    if (!search.has(RESTORED_CART_PARAM)) return;
    const rest = new URLSearchParams(search);
    rest.delete(RESTORED_CART_PARAM);
    setSearch(rest, { replace: true });
  }, [search, setSearch]);
  if (!isShown) return null;
  return (
    <Suspense>
      <RestoredCartReport onDismiss={() => setShown(false)} />
    </Suspense>
  );
}

/**
 * Hides the data of a customer who is signed out. When the session ends in another tab, clears the query cache and runs
 * the guard again; when another customer signs in, reloads the page.
 */
export function useSessionWatch(): void {
  const t = useTranslations('customer.login');
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  const shown = useRef(currentCustomerId());
  const onChange = useEffectEvent(() => {
    const before = shown.current;
    const now = currentCustomerId();
    shown.current = now;
    if (before && now && before !== now) location.reload();
    if (before === undefined || now !== undefined) return;
    queries.clear();
    void revalidate();
    showToast({ text: t('signInAgain'), kind: 'warning' });
  });
  useEffect(() => onRemoteSessionChange(() => onChange()), []);
}

/** The customer of the session: undefined for a guest, empty while the profile is unknown. */
function currentCustomerId(): string | undefined {
  return isSignedIn() ? (storedProfile()?.uid ?? '') : undefined;
}
