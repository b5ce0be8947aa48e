import { PanelLeft } from 'lucide-react';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { Outlet } from 'react-router';
import { useTranslations } from 'use-intl';
import { isSignedIn, onSessionChange } from '../browser/session.ts';
import { useFirstTipped } from './frame/first-tipped.ts';
import { lazyPart } from './frame/lazy-part.tsx';
import { Masthead } from './frame/masthead.tsx';
import { isNarrow, onMenuShape, toggleNarrow } from './frame/menu-shape.ts';
import { Menu } from './frame/menu.tsx';
import { neededPart } from './frame/needed-part.ts';
import { TitleBar } from './frame/title-bar.tsx';
import { KeptCart } from './kept-cart.tsx';
import { useShortcuts, type Panel } from './frame/use-shortcuts.ts';
import { useBring } from './use-bring.ts';

const LiveUpdates = lazyPart(async () => (await import('./live/live-updates.tsx')).LiveUpdates);
const Tips = lazyPart(async () => (await import('./frame/tips.tsx')).Tips);
const MenuDrawer = neededPart(async () => (await import('./frame/menu-drawer.tsx')).MenuDrawer);
const Palette = neededPart(async () => (await import('./palette/palette.tsx')).Palette);
const ShortcutHelp = neededPart(async () => (await import('./palette/shortcut-help.tsx')).ShortcutHelp);

/** Around every page of a signed-in customer, and the checkout. */
export function MainLayout() {
  const t = useTranslations('customer.site');
  const isMember = useSyncExternalStore(onSessionChange, isSignedIn);
  const panels = usePanels();
  useShortcuts((panel) => void panels.open(panel));
  const tipped = useFirstTipped();
  return (
    <>
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <Masthead
        isMember={isMember}
        onSearch={() => void panels.open('search')}
        onMenu={() => void panels.open('menu')}
      />
      <Desk isMember={isMember} />
      <Suspense>
        {panels.wasOpen('menu') && <MenuDrawer {...panels.of('menu')} isMember={isMember} />}
        {panels.wasOpen('search') && <Palette {...panels.of('search')} isMember={isMember} />}
        {panels.wasOpen('shortcuts') && <ShortcutHelp {...panels.of('shortcuts')} />}
      </Suspense>
      <Suspense>
        {tipped && <Tips first={tipped} />}
        {isMember && <LiveUpdates />}
      </Suspense>
    </>
  );
}

function Desk({ isMember }: { isMember: boolean }) {
  const isSlim = useSyncExternalStore(onMenuShape, isNarrow);
  return (
    <div className={isMember ? 'desk' : 'desk desk-guest'} data-narrow={isSlim || undefined}>
      {isMember && (
        <div className="side">
          <SideButton isSlim={isSlim} />
          <Menu isMember />
        </div>
      )}
      <main id="content" tabIndex={-1}>
        {isMember && <TitleBar />}
        {isMember && <KeptCart />}
        <Outlet />
      </main>
    </div>
  );
}

function SideButton({ isSlim }: { isSlim: boolean }) {
  const t = useTranslations('customer.frame');
  return (
    <button
      type="button"
      className="tool side-button"
      aria-expanded={!isSlim}
      aria-label={t('side')}
      onClick={toggleNarrow}
    >
      <PanelLeft aria-hidden="true" size={20} />
    </button>
  );
}

type AnyPanel = Panel | 'menu';

const PARTS = { menu: MenuDrawer, search: Palette, shortcuts: ShortcutHelp } as const;

/**
 * Which panel is open, once its script is there; one that was stays in the page, so that it can close before one's
 * eyes.
 */
function usePanels() {
  const bring = useBring();
  const [current, setCurrent] = useState<AnyPanel>();
  const [seen, setSeen] = useState<readonly AnyPanel[]>([]);
  return {
    open: async (panel: AnyPanel) => {
      if (!PARTS[panel].isThere() && !(await bring(PARTS[panel]))) return;
      setCurrent(panel);
      setSeen((before) => (before.includes(panel) ? before : [...before, panel]));
    },
    wasOpen: (panel: AnyPanel) => seen.includes(panel),
    of: (panel: AnyPanel) => ({ isOpen: current === panel, onClose: () => setCurrent(undefined) }),
  };
}
