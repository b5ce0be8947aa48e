import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { listActivity, type Activity as Happening } from '#contract/account.ts';
import { call } from '../../browser/client.ts';
import { PageLinks, useAskedPage } from '../page-links.tsx';
import { Loaded } from '../page-states.tsx';
import { useDayAndTime } from '../use-day.ts';
import { deviceName } from './device-name.ts';
import { Section } from './section.tsx';

const LIMIT = 10;
/** What a customer should look at twice. */
const GRAVE: readonly Happening['event'][] = ['sign_in_failed', 'password_refused', 'token_reused', 'cookie_missing'];

/** What happened to the account, newest first, in plain words. */
export function Activity() {
  const t = useTranslations('account');
  const page = useAskedPage();
  const activity = useQuery({
    queryKey: ['activity', page],
    queryFn: ({ signal }) => call(listActivity, { query: { page, limit: LIMIT }, signal }),
    placeholderData: (before) => before,
  });
  return (
    <Section name="activity" lead={t('activityLead')}>
      <Loaded query={activity}>
        {({ rows, total }) => (
          <>
            {rows.length === 0 && <p className="field-hint">{t('activityEmpty')}</p>}
            <ol className="happenings">
              {rows.map((happening) => (
                <Happened key={`${happening.at} ${happening.event}`} happening={happening} />
              ))}
            </ol>
            <PageLinks page={page} total={total} limit={LIMIT} isOld={activity.isPlaceholderData} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Happened({ happening }: { happening: Happening }) {
  const t = useTranslations('account');
  const moment = useDayAndTime();
  const { at, event, by, ip, user_agent: userAgent } = happening;
  const where = [userAgent === null ? undefined : deviceName(userAgent), ip].filter((part) => part != null);
  return (
    <li className={GRAVE.includes(event) ? 'happening is-grave' : 'happening'}>
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
