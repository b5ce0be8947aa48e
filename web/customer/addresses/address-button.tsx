import { useTranslations } from 'use-intl';
import type { Address } from '#contract/addresses.ts';
import { DialogButton } from '../dialog-button.tsx';
import { neededPart } from '../frame/needed-part.ts';

const AddressDialog = neededPart(async () => (await import('./address-dialog.tsx')).AddressDialog);

/** The button for a new address, or for changing one. */
export function AddressButton({ address }: { address?: Address }) {
  const t = useTranslations('area.addresses');
  return (
    <DialogButton
      className={address ? 'button-plain' : 'button'}
      describedBy={address && `address-${address.id}`}
      script={AddressDialog}
      dialog={(opening) => <AddressDialog address={address} {...opening} />}
    >
      {address ? t('edit') : t('add')}
    </DialogButton>
  );
}
