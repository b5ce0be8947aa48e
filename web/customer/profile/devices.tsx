import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#contract/endpoint.ts';
import { listSessions, revokeSession } from '#contract/sessions.ts';
import { call } from '../../browser/client.ts';
import { Loaded } from '../page-states.tsx';
import { useDayAndTime } from '../use-day.ts';
import { useOptimistic } from '../use-optimistic.ts';
import { deviceName } from './device-name.ts';

type Sessions = AnswerOf<typeof listSessions>;
type Session = Sessions['items'][number];

/** Where the customer is signed in, and a button that ends each of the others. */
export function Devices() {
  const t = useTranslations('customer.profile');
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(listSessions, { signal });
  const sessions = useQuery({ queryKey: ['sessions'], queryFn });
  return (
    <section className="part" aria-labelledby="devices">
      <h2 id="devices">{t('devices')}</h2>
      <Loaded query={sessions}>
        {({ items }) => (
          <ul className="devices">
            {items.map((session) => (
              <Device key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function Device({ session }: { session: Session }) {
  const t = useTranslations('customer.profile');
  const moment = useDayAndTime();
  const { mutate } = useEndSession();
  return (
    <li className="device">
      <MonitorSmartphone aria-hidden="true" size={24} />
      <p id={`device-${session.id}`}>
        <b>
          <bdi>{deviceName(session.user_agent) ?? t('unknownDevice')}</bdi>
        </b>
        <small>
          {t('lastSeen', { date: moment(session.last_seen_at) })} · <bdi>{session.ip}</bdi>
        </small>
      </p>
      {session.current ? (
        <span className="tag">{t('thisDevice')}</span>
      ) : (
        <button
          type="button"
          className="button-plain"
          aria-describedby={`device-${session.id}`}
          onClick={() => mutate(session.id)}
        >
          {t('end')}
        </button>
      )}
    </li>
  );
}

function useEndSession() {
  return useOptimistic<Sessions, string>({
    queryKey: ['sessions'],
    send: (id) => call(revokeSession, { body: { id } }),
    change: ({ items }, id) => ({ items: items.filter((one) => one.id !== id) }),
  });
}
