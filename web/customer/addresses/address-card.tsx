import { useTranslations } from 'use-intl';
import type { Address } from '#contract/addresses.ts';
import { AddressLines } from '../../orders/address-lines.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { AddressButton } from './address-button.tsx';
import { useMakeDefault, useRemoveAddress } from './change-addresses.ts';

/** A saved address and what can be done with it. */
export function AddressCard({ address }: { address: Address }) {
  const t = useTranslations('area.addresses');
  const about = `address-${address.id}`;
  const makeDefault = useMakeDefault();
  const remove = useRemoveAddress();
  return (
    <article className={address.is_default ? 'address-card is-default' : 'address-card'}>
      <AddressLines id={about} address={address} />
      {address.is_default && <p className="tag">{t('isDefault')}</p>}
      <footer className="card-actions">
        <AddressButton address={address} />
        {!address.is_default && (
          <button
            type="button"
            className="button-plain"
            aria-describedby={about}
            onClick={() => makeDefault.mutate(address.id)}
          >
            {t('makeDefault')}
          </button>
        )}
        <ConfirmDialog
          trigger={t('remove')}
          describedBy={about}
          title={t('removeQuestion')}
          text={t('removeText', { name: address.name, line: address.line1 })}
          confirm={t('remove')}
          keep={t('keep')}
          onConfirm={() => remove.mutate(address.id)}
        />
      </footer>
    </article>
  );
}
