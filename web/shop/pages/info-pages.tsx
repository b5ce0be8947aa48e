import { useLocalePath, useShopTranslations, usePageRequest } from '../shop-context.tsx';
import { formatList } from '#domain/locale.ts';
import { servedStates, unservedStates, formatPostalRange, type Zone } from '#domain/shipping.ts';
import { useZoneName } from '../../ui/delivery.tsx';
import { useMoney } from '../../ui/text.tsx';

/** The zones and what delivery costs to each, with the states that are in none. */
export function DeliveryZoneList() {
  return (
    <>
      <DeliveryZones />
      <p>
        <UnservedStates />
      </p>
    </>
  );
}

export function NotFoundPage() {
  const t = useShopTranslations();
  const link = useLocalePath();
  return (
    <article className="prose">
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.text')}</p>
      <p>
        <a className="button" href={link('/browse')}>
          {t('site.browse')}
        </a>
      </p>
    </article>
  );
}

export function ErrorPage({ requestId }: { requestId: string }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  return (
    <article className="prose">
      <h1>{t('unexpectedError.title')}</h1>
      <p>{t('unexpectedError.text', { requestId })}</p>
      <p>
        <a className="button" href={link('/')}>
          {t('unexpectedError.retry')}
        </a>
      </p>
    </article>
  );
}

/** What delivery costs to each zone, in one sentence each. */
export function DeliveryCosts() {
  const { zones } = usePageRequest();
  const sentence = useCostSentence();
  return zones.map(sentence).join(' ');
}

/** The states that we do not deliver to, in a sentence; nothing where we deliver to all. */
export function UnservedStates() {
  const t = useShopTranslations();
  const { zones, locale } = usePageRequest();
  const states = unservedStates(zones);
  if (zones.length === 0 || states.length === 0) return null;
  return t('delivery.unserved', { states: formatList(states, locale) });
}

/** Every zone with its postal codes, its states and what delivery costs. */
export function DeliveryZones() {
  const t = useShopTranslations();
  const { zones, locale } = usePageRequest();
  const zoneName = useZoneName();
  const sentence = useCostSentence();
  return (
    <ul>
      {zones.map((zone) => (
        <li key={zone.name}>
          <b>{zoneName(zone.name)}</b>
          <br />
          {t('delivery.codes', { ranges: zone.ranges.map(formatPostalRange).join(', ') })} {sentence(zone)}
          <br />
          <small>{formatList(servedStates([zone]), locale)}</small>
        </li>
      ))}
    </ul>
  );
}

function useCostSentence(): (zone: Zone) => string {
  const t = useShopTranslations();
  const money = useMoney();
  const zoneName = useZoneName();
  return ({ name, cost, freeFrom }) => {
    const zone = zoneName(name);
    if (cost === 0 || freeFrom === 0) return t('delivery.free', { zone });
    return t('delivery.cost', { zone, cost: money(cost), threshold: money(freeFrom) });
  };
}

/** How to reach the shop, each way under its name. */
export function ContactDetails() {
  const t = useShopTranslations();
  const { email, phone, address, hours } = usePageRequest().contact;
  return (
    <dl className="contact-details">
      <dt>{t('contact.email')}</dt>
      <dd>
        <a href={`mailto:${email}`}>
          <bdi>{email}</bdi>
        </a>
      </dd>
      {phone && (
        <>
          <dt>{t('contact.phone')}</dt>
          <dd>
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
              <bdi dir="ltr">{phone}</bdi>
            </a>
          </dd>
        </>
      )}
      {address && (
        <>
          <dt>{t('contact.address')}</dt>
          <dd>
            <bdi>{address}</bdi>
          </dd>
        </>
      )}
      {hours && (
        <>
          <dt>{t('contact.hours')}</dt>
          <dd>
            <bdi>{hours}</bdi>
          </dd>
        </>
      )}
    </dl>
  );
}
