import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { HeaderActions } from './area-header.tsx';
import { Menu } from './menu.tsx';

type MenuDrawerProps = { isOpen: boolean; onClose: () => void; isMember: boolean };

/** The menu on a phone: a drawer that closes after a navigation. */
export function MenuDrawer({ isOpen, onClose, isMember }: MenuDrawerProps) {
  const t = useTranslations('customer');
  useCloseOnNavigation(onClose);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="drawer" aria-label={t('site.menu')}>
          <div className="drawer-head">
            <HeaderActions isMember={isMember} />
            <Dialog.Close className="tool" aria-label={t('site.close')}>
              <X aria-hidden="true" size={22} />
            </Dialog.Close>
          </div>
          <Menu isMember={isMember} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useCloseOnNavigation(onClose: () => void): void {
  const { key } = useLocation();
  const before = useRef(key);
  const onNavigate = useEffectEvent(onClose);
  useEffect(() => {
    if (before.current !== key) onNavigate();
    before.current = key;
  }, [key]);
}
