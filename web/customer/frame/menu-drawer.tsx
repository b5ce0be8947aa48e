import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { Choices } from './masthead.tsx';
import { Menu } from './menu.tsx';

type MenuDrawerProps = { isOpen: boolean; onClose: () => void; isMember: boolean };

/** The menu on a phone: it comes in from the side and goes when a page was chosen. */
export function MenuDrawer({ isOpen, onClose, isMember }: MenuDrawerProps) {
  const t = useTranslations('customer');
  useGoneOnNavigation(onClose);
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil" />
        <Dialog.Popup className="drawer" aria-label={t('site.menu')}>
          <div className="drawer-head">
            <Choices isMember={isMember} />
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

function useGoneOnNavigation(onClose: () => void): void {
  const { key } = useLocation();
  const before = useRef(key);
  const onMoved = useEffectEvent(onClose);
  useEffect(() => {
    if (before.current !== key) onMoved();
    before.current = key;
  }, [key]);
}
