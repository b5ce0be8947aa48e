import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';

/** How the dialog ends: what came of it, and the button that closes it, which gets the focus. */
export function RefundEnd({ children }: { children: ReactNode }) {
  const t = useTranslations('customer.site');
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <div className="refund-end">
      {children}
      <Dialog.Close ref={close} className="button">
        {t('close')}
      </Dialog.Close>
    </div>
  );
}
