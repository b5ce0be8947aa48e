import { addressLines, type PostalAddress } from '#domain/address.ts';
import { useTranslations } from 'use-intl';
import { findUnservedPostalCode, type Zones } from '#domain/shipping.ts';
import { formatPhone } from '#domain/phone.ts';

type UnservedPostalCodeProps = { zones: Zones | undefined; postalCode: string };

/** Says that a postal code is a real one to which we do not deliver yet; nothing for any other. */
export function UnservedPostalCode({ zones, postalCode }: UnservedPostalCodeProps) {
  const t = useTranslations('common');
  const zip = zones && findUnservedPostalCode(zones, postalCode);
  return (
    <p className="field-hint" role="status">
      {zip && t('notServed', { zip })}
    </p>
  );
}

const TRANSLATED_ZONES = ['peninsula', 'east'] as const;
type TranslatedZone = (typeof TRANSLATED_ZONES)[number];

/** The name of a zone: translated for those that every shop starts with, else the operator's. */
export function useZoneName(): (name: string) => string {
  const t = useTranslations('common.zones');
  return (name) => (isTranslatedZone(name) ? t(name) : name);
}

function isTranslatedZone(name: string): name is TranslatedZone {
  return (TRANSLATED_ZONES as readonly string[]).includes(name);
}

/** An address as on a parcel, each line in its own direction but all on the reader's side. */
export function AddressLines({ address, id }: { address: PostalAddress & { phone: string | null }; id?: string }) {
  const [name, ...lines] = addressLines(address);
  const { phone } = address;
  return (
    <address id={id} className="address">
      <b>
        <bdi>{name}</bdi>
      </b>
      {[...lines.slice(0, -2), lines.slice(-2).join(', '), phone && formatPhone(phone)].map(
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
