import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { sendRequest } from '../browser/api-client.ts';
import { QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { useActorName } from './actor-name.ts';
import { ChangedValues } from './changed-values.tsx';

type ChangesProps = {
  /** As the history calls it. */
  name: string;
  /** What was stored, under the names of its fields. */
  textsOf: (stored: unknown) => Record<string, string>;
};

/** Who changed a zone or the dispatch calendar, and what. */
export function SettingChanges({ name, textsOf }: ChangesProps) {
  const t = useTranslations('adminDelivery');
  const changes = useQuery({
    queryKey: ['setting-changes', name],
    queryFn: ({ signal }) => sendRequest('listSettingChanges', { query: { name }, signal }),
  });
  const moment = useDateTimeFormat();
  const actorName = useActorName();
  const texts = (stored: unknown) => (stored === null ? null : textsOf(stored));
  return (
    <section className="admin-section" aria-labelledby="history">
      <h2 id="history">{t('history')}</h2>
      <QueryContent query={changes}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="lead">{t('noHistory')}</p>
          ) : (
            <ol className="admin-history">
              {rows.map(({ version, actor, at, before, after }) => (
                <li key={version}>
                  {actorName(actor)} · {moment(at)}
                  <ChangedValues before={texts(before)} after={texts(after)} hasWords />
                </li>
              ))}
            </ol>
          )
        }
      </QueryContent>
    </section>
  );
}
