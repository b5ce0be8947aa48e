import { useQuery } from '@tanstack/react-query';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import { useTranslations } from 'use-intl';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { listSessions } from '#contract/sessions.ts';
import type { Activity as Happening } from '#contract/account.ts';
import { deviceName } from '#domain/device.ts';
import { sendSecurityRequest } from '../security/security-api.ts';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { showToast } from '../shell/toasts.tsx';
import { QueryContent } from '../page/page-states.tsx';
import { useDateTimeFormat } from '../page/use-date-format.ts';
import { useOptimisticMutation } from '../page/use-optimistic-mutation.ts';
import { Section } from './profile-section.tsx';
import { Pagination, usePageParam } from '../page/pagination.tsx';

type Sessions = ResponseOf<typeof listSessions>;
type Session = Sessions['items'][number];

/** The customer's sessions, and how to sign out one or all others. */
export function Devices() {
  const t = useTranslations('account');
  const queryFn = ({ signal }: { signal: AbortSignal }) => sendSecurityRequest('listSessions', { signal });
  const sessions = useQuery({ queryKey: ['sessions'], queryFn });
  const focusKept = useRestoreFocus('devices');
  return (
    <Section name="devices" lead={t('devicesLead')} {...focusKept}>
      <QueryContent query={sessions}>
        {({ items }) => (
          <>
            <DeviceList items={items.toSorted(currentFirst)} />
            {items.some(({ current }) => !current) && <SignOutOtherDevices />}
          </>
        )}
      </QueryContent>
    </Section>
  );
}

/** How many devices are shown at first; the others are collapsed. */
const VISIBLE_DEVICES = 5;

function DeviceList({ items }: Sessions) {
  const t = useTranslations('account');
  const [seen, folded] = [items.slice(0, VISIBLE_DEVICES), items.slice(VISIBLE_DEVICES)];
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
  const moment = useDateTimeFormat();
  const { mutate } = useOptimisticMutation<Sessions, string>({
    queryKey: ['sessions'],
    send: (id) => sendSecurityRequest('revokeSession', { body: { id } }),
    update: ({ items }, id) => ({ items: items.filter((one) => one.id !== id) }),
    alsoInvalidate: [['activity']],
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
          {t('signOutDevice')}
        </button>
      )}
    </li>
  );
}

function SignOutOtherDevices() {
  const t = useTranslations('account');
  const { mutate, isPending } = useOptimisticMutation<Sessions, void>({
    queryKey: ['sessions'],
    send: async () => {
      await sendSecurityRequest('revokeOtherSessions');
      showToast({ text: t('othersSignedOut') });
    },
    update: ({ items }) => ({ items: items.filter(({ current }) => current) }),
    alsoInvalidate: [['activity']],
  });
  return (
    <button type="button" className="button-plain" disabled={isPending} onClick={() => mutate()}>
      {t('signOutOthers')}
    </button>
  );
}

function currentFirst(one: Session, other: Session): number {
  return Number(other.current) - Number(one.current);
}

const ACTIVITY_PAGE_SIZE = 10;
/** Events that deserve attention. */
const SECURITY_EVENTS: readonly Happening['event'][] = [
  'sign_in_failed',
  'password_refused',
  'token_reused',
  'cookie_missing',
];

/** The activity of the account, newest first. */
export function Activity() {
  const t = useTranslations('account');
  const page = usePageParam();
  const activity = useQuery({
    queryKey: ['activity', page],
    queryFn: ({ signal }) =>
      sendSecurityRequest('listActivity', { query: { page, limit: ACTIVITY_PAGE_SIZE }, signal }),
    placeholderData: (before) => before,
  });
  return (
    <Section name="activity" lead={t('activityLead')}>
      <QueryContent query={activity}>
        {({ rows, total }) => (
          <>
            {rows.length === 0 && <p className="field-hint">{t('activityEmpty')}</p>}
            <ol className="activity-list">
              {rows.map((happening) => (
                <ActivityItem key={`${happening.at} ${happening.event}`} happening={happening} />
              ))}
            </ol>
            <Pagination
              page={page}
              total={total}
              limit={ACTIVITY_PAGE_SIZE}
              isPlaceholder={activity.isPlaceholderData}
            />
          </>
        )}
      </QueryContent>
    </Section>
  );
}

function ActivityItem({ happening }: { happening: Happening }) {
  const t = useTranslations('account');
  const moment = useDateTimeFormat();
  const { at, event, by, ip, user_agent: userAgent } = happening;
  const where = [userAgent === null ? undefined : deviceName(userAgent), ip].filter((part) => part != null);
  return (
    <li className={SECURITY_EVENTS.includes(event) ? 'activity-item is-security-event' : 'activity-item'}>
      <b>{t(`events.${event}`)}</b>
      <small>
        <time dateTime={at}>{moment(at)}</time>
        {by === 'staff' && <> · {t('byStaff')}</>}
        {where.map((part) => (
          <span key={part}>
            {' · '}
            <bdi>{part}</bdi>
          </span>
        ))}
      </small>
    </li>
  );
}
