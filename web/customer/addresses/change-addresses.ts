import { removeAddress, setDefaultAddress, type Address } from '#contract/addresses.ts';
import { call } from '../../browser/client.ts';
import { useOptimistic } from '../use-optimistic.ts';

/** Makes an address the default, at once on screen. */
export function useMakeDefault() {
  return useOptimistic<Address[], string>({
    queryKey: ['addresses'],
    send: (id) => call(setDefaultAddress, { body: { id } }),
    change: (all, id) => all.map((one) => ({ ...one, is_default: one.id === id })),
  });
}

/** Removes an address, at once on screen; the newest left becomes the default. */
export function useRemoveAddress() {
  return useOptimistic<Address[], string>({
    queryKey: ['addresses'],
    send: (id) => call(removeAddress, { body: { id } }),
    change: (all, id) => withDefault(all.filter((one) => one.id !== id)),
  });
}

function withDefault(addresses: Address[]): Address[] {
  if (addresses.some((one) => one.is_default)) return addresses;
  return addresses.map((one, index) => ({ ...one, is_default: index === 0 }));
}
