/** The parts of an address that stand on a parcel. */
export type PostalAddress = {
  name: string;
  line1: string;
  line2?: string | null | undefined;
  zip: string;
  city: string;
  state: string;
};

/** An address line by line, as it stands on a parcel: name, street, postal code with city, state. Empty lines are left out. */
export function addressLines({ name, line1, line2, zip, city, state }: PostalAddress): string[] {
  return [name, line1, line2 ?? '', `${zip} ${city}`, state].filter((line) => line !== '');
}
