import { useTranslations } from 'use-intl';
import { DialogButton } from '../dialog-button.tsx';
import { neededPart } from '../frame/needed-part.ts';

const DeletionDialog = neededPart(async () => (await import('./deletion-dialog.tsx')).DeletionDialog);

/** The button that asks about deleting the account. */
export function DeleteAccount() {
  const t = useTranslations('account');
  return (
    <DialogButton
      className="button button-quiet"
      script={DeletionDialog}
      dialog={(opening) => <DeletionDialog {...opening} />}
    >
      {t('deleteOpen')}
    </DialogButton>
  );
}
