import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { MAX_ADDRESSES } from '#contract/options.ts';
import type { Address } from '#contract/account.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { EmptyState, QueryContent, PageTitle } from '../page/page-states.tsx';
import { AddressLines } from '../../ui/delivery.tsx';
import { ConfirmButton, DialogButton } from '../dialogs/dialog-button.tsx';
import { lazyWithPreload } from '../shell/lazy-with-preload.ts';
import { useOptimisticMutation } from '../page/use-optimistic-mutation.ts';

const ADDRESS_LIST_ID = 'addresses';

/** The saved addresses, newest first. */
export function Component() {
  const t = useTranslations('area.addresses');
  const queryFn = ({ signal }: { signal: AbortSignal }) => sendRequest('listAddresses', { signal });
  const addresses = useQuery({ queryKey: ['addresses'], queryFn });
  const isFull = (addresses.data?.length ?? 0) >= MAX_ADDRESSES;
  return (
    <div className="page">
      <header className="page-head page-head-row">
        <PageTitle title={t('title')} />
        {!isFull && <AddressButton />}
      </header>
      {isFull && <p className="alert">{t('full', { most: MAX_ADDRESSES })}</p>}
      <QueryContent query={addresses}>{(all) => <AddressList addresses={all} />}</QueryContent>
    </div>
  );
}

function AddressList({ addresses }: { addresses: readonly Address[] }) {
  const t = useTranslations('area.addresses');
  const focusKept = useRestoreFocus(ADDRESS_LIST_ID);
  if (addresses.length === 0) return <EmptyState title={t('empty')} text={t('emptyText')} />;
  return (
    <>
      <p className="lead">{t('count', { count: addresses.length, most: MAX_ADDRESSES })}</p>
      <ul className="addresses" id={ADDRESS_LIST_ID} aria-label={t('title')} {...focusKept}>
        {addresses.map((address) => (
          <li key={address.id}>
            <AddressCard address={address} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A saved address and its actions. */
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
        <ConfirmButton
          trigger={t('remove')}
          describedBy={about}
          title={t('removeQuestion')}
          text={t('removeText', { name: address.name, line: address.line1 })}
          confirmLabel={t('remove')}
          cancelLabel={t('keepAddress')}
          onConfirm={() => remove.mutate(address.id)}
        />
      </footer>
    </article>
  );
}

const AddressDialog = lazyWithPreload(async () => (await import('./address-dialog.tsx')).AddressDialog);

/** Opens the dialog for a new address, or to change one. */
export function AddressButton({ address }: { address?: Address }) {
  const t = useTranslations('area.addresses');
  return (
    <DialogButton
      className={address ? 'button-plain' : 'button'}
      describedBy={address && `address-${address.id}`}
      component={AddressDialog}
      renderDialog={(dialog) => <AddressDialog address={address} {...dialog} />}
    >
      {address ? t('edit') : t('add')}
    </DialogButton>
  );
}

/** Makes an address the default; shown at once. */
export function useMakeDefault() {
  return useOptimisticMutation<Address[], string>({
    queryKey: ['addresses'],
    send: (id) => sendRequest('setDefaultAddress', { body: { id } }),
    update: (all, id) => all.map((one) => ({ ...one, is_default: one.id === id })),
  });
}

/** Removes an address; shown at once. The newest of the others becomes the default. */
export function useRemoveAddress() {
  return useOptimisticMutation<Address[], string>({
    queryKey: ['addresses'],
    send: (id) => sendRequest('removeAddress', { body: { id } }),
    update: (all, id) => withDefault(all.filter((one) => one.id !== id)),
  });
}

function withDefault(addresses: Address[]): Address[] {
  if (addresses.some((one) => one.is_default)) return addresses;
  return addresses.map((one, index) => ({ ...one, is_default: index === 0 }));
}
