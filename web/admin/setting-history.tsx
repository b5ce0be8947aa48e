import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Setting, SettingChange } from '#contract/admin-settings.ts';
import { sendRequest } from '../browser/api-client.ts';
import { QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { useErrorToast } from '../customer/shell/toasts.tsx';
import { useActorName } from './actor-name.ts';
import { ChangedValues } from './changed-values.tsx';

/** Who changed what; what was there before can be restored. */
export function SettingHistory({ settings }: { settings: readonly Setting[] }) {
  const t = useTranslations('adminSettings');
  const changes = useQuery({
    queryKey: ['setting-changes'],
    queryFn: ({ signal }) => sendRequest('listSettingChanges', { signal }),
  });
  const restore = useRestore(settings);
  return (
    <section className="admin-section" aria-labelledby="history">
      <h2 id="history">{t('history')}</h2>
      <QueryContent query={changes}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="lead">{t('noHistory')}</p>
          ) : (
            <ol className="admin-history">
              {rows.map((row) => (
                <HistoryItem
                  key={`${row.name} ${row.version}`}
                  row={row}
                  label={
                    row.name === 'logo'
                      ? t('logo.title')
                      : settings.some(({ name }) => name === row.name)
                        ? t(`names.${row.name as Setting['name']}`)
                        : row.name
                  }
                  onRestore={isNewest(row, settings) ? () => restore.mutate(row) : undefined}
                />
              ))}
            </ol>
          )
        }
      </QueryContent>
    </section>
  );
}

function isNewest({ name, version }: SettingChange, settings: readonly Setting[]): boolean {
  return settings.some((setting) => setting.name === name && setting.version === version);
}

function useRestore(settings: readonly Setting[]) {
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  return useMutation({
    mutationFn: ({ name, before, version }: SettingChange) => {
      const setting = settings.find((one) => one.name === name)!;
      const value = before as Setting['value'] | null;
      return sendRequest('saveSettings', { body: { changes: [{ name: setting.name, value, version }] } });
    },
    onError: showErrorToast,
    onSettled: () =>
      Promise.all(['settings', 'setting-changes'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
}

type HistoryItemProps = { row: SettingChange; label: string; onRestore: (() => void) | undefined };

function HistoryItem({ row: { name, before, after, actor, at }, label, onRestore }: HistoryItemProps) {
  const t = useTranslations('adminSettings');
  const moment = useDateTimeFormat();
  const actorName = useActorName();
  return (
    <li>
      <b>{label}</b> · {actorName(actor)} · {moment(at)}
      <ChangedValues before={{ [name]: before }} after={{ [name]: after }} />
      {onRestore && (
        <button type="button" className="button-plain" onClick={onRestore}>
          {t('restore', { name: label })}
        </button>
      )}
    </li>
  );
}
