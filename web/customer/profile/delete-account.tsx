import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../frame/lazy-part.tsx';

const DeletionDialog = lazyPart(async () => (await import('./deletion-dialog.tsx')).DeletionDialog);

/** The button that asks about deleting the account; the dialog comes when it is first wanted. */
export function DeleteAccount() {
  const t = useTranslations('account');
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <>
      <button type="button" className="button button-quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('deleteOpen')}
      </button>
      <Suspense>{isOpen !== undefined && <DeletionDialog isOpen={isOpen} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}
