import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#contract/endpoint.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '#contract/sessions.ts';
import { call } from '../../browser/client.ts';
import { useFocusKept } from '../../ui/use-focus-kept.ts';
import { useNotify } from '../notices.tsx';
import { Loaded } from '../page-states.tsx';
import { useDayAndTime } from '../use-day.ts';
import { useOptimistic } from '../use-optimistic.ts';
import { deviceName } from './device-name.ts';
import { Section } from './section.tsx';

type Sessions = AnswerOf<typeof listSessions>;
type Session = Sessions['items'][number];

/** Where the customer is signed in, and what ends one or all of the others. */
export function Devices() {
  const t = useTranslations('account');
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(listSessions, { signal });
  const sessions = useQuery({ queryKey: ['sessions'], queryFn });
  const focusKept = useFocusKept('devices');
  return (
    <Section name="devices" lead={t('devicesLead')} {...focusKept}>
      <Loaded query={sessions}>
        {({ items }) => (
          <>
            <DeviceList items={items.toSorted(currentFirst)} />
            {items.some(({ current }) => !current) && <EndOthers />}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** How many devices are seen at once; the others are folded away. */
const SEEN = 5;

function DeviceList({ items }: Sessions) {
  const t = useTranslations('account');
  const [seen, folded] = [items.slice(0, SEEN), items.slice(SEEN)];
  return (
    <>
      <ul className="devices">
        {seen.map((session) => (
          <Device key={session.id} session={session} />
        ))}
      </ul>
      {folded.length > 0 && (
        <details className="fold">
          <summary>{t('moreDevices', { count: folded.length })}</summary>
          <ul className="devices">
            {folded.map((session) => (
              <Device key={session.id} session={session} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Device({ session }: { session: Session }) {
  const t = useTranslations('area.profile');
  const moment = useDayAndTime();
  const { mutate } = useOptimistic<Sessions, string>({
    queryKey: ['sessions'],
    send: (id) => call(revokeSession, { body: { id } }),
    change: ({ items }, id) => ({ items: items.filter((one) => one.id !== id) }),
    alsoOld: [['activity']],
  });
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

function EndOthers() {
  const t = useTranslations('account');
  const notify = useNotify();
  const { mutate, isPending } = useOptimistic<Sessions, void>({
    queryKey: ['sessions'],
    send: async () => {
      await call(revokeOtherSessions);
      notify({ text: t('othersEnded') });
    },
    change: ({ items }) => ({ items: items.filter(({ current }) => current) }),
    alsoOld: [['activity']],
  });
  return (
    <button type="button" className="button-plain" disabled={isPending} onClick={() => mutate()}>
      {t('endOthers')}
    </button>
  );
}

function currentFirst(one: Session, other: Session): number {
  return Number(other.current) - Number(one.current);
}
