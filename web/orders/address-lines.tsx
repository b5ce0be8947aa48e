import type { Address } from '#contract/addresses.ts';

type Lines = Pick<Address, 'name' | 'line1' | 'line2' | 'zip' | 'city' | 'state'> & { phone: string | null };

/** An address as on a parcel, each line in its own direction but all on the reader's side. */
export function AddressLines({ address, id }: { address: Lines; id?: string }) {
  const { name, line1, line2, zip, city, state, phone } = address;
  return (
    <address id={id} className="address">
      <b>
        <bdi>{name}</bdi>
      </b>
      {[line1, line2, `${zip} ${city}, ${state}`, phone].map(
        (line) =>
          line && (
            <span key={line}>
              <bdi>{line}</bdi>
            </span>
          ),
      )}
    </address>
  );
}
