import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listAddresses, MOST_ADDRESSES, type Address } from '#contract/addresses.ts';
import { call } from '../browser/client.ts';
import { useFocusKept } from '../ui/use-focus-kept.ts';
import { AddressCard } from './addresses/address-card.tsx';
import { AddressButton } from './addresses/address-button.tsx';
import { Empty, Loaded } from './page-states.tsx';
import { PageTitle } from './page-title.tsx';

const LIST = 'addresses';

/** The saved addresses, newest first. */
export function Component() {
  const t = useTranslations('area.addresses');
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(listAddresses, { signal });
  const addresses = useQuery({ queryKey: ['addresses'], queryFn });
  const isFull = (addresses.data?.length ?? 0) >= MOST_ADDRESSES;
  return (
    <div className="page">
      <header className="page-head page-head-row">
        <PageTitle title={t('title')} />
        {!isFull && <AddressButton />}
      </header>
      {isFull && <p className="notice">{t('full', { most: MOST_ADDRESSES })}</p>}
      <Loaded query={addresses}>{(all) => <AddressList addresses={all} />}</Loaded>
    </div>
  );
}

function AddressList({ addresses }: { addresses: readonly Address[] }) {
  const t = useTranslations('area.addresses');
  const focusKept = useFocusKept(LIST);
  if (addresses.length === 0) return <Empty title={t('empty')} text={t('emptyText')} />;
  return (
    <>
      <p className="lead">{t('room', { count: addresses.length, most: MOST_ADDRESSES })}</p>
      <ul className="addresses" id={LIST} aria-label={t('title')} {...focusKept}>
        {addresses.map((address) => (
          <li key={address.id}>
            <AddressCard address={address} />
          </li>
        ))}
      </ul>
    </>
  );
}
