import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { AnyTitle, HistoryEntry } from '#contract/admin-catalogue.ts';
import { sendRequest } from '../browser/api-client.ts';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { Cover } from '../ui/cover.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { useCan } from './layout.tsx';
import { useFieldName } from './title-words.ts';

/** The covers of a title, and what was changed of it. */
export function TitleAside({ title }: { title: AnyTitle }) {
  const t = useTranslations('adminCatalogue.title');
  return (
    <aside>
      <section className="admin-section" aria-labelledby="cover">
        <h2 id="cover">{t('cover')}</h2>
        <Cover src={title.cover} size="grid" isFirst />
        {title.formats.map((format) => (
          <FormatCover key={format.id} productId={title.id} format={format} />
        ))}
      </section>
      <section className="admin-section" aria-labelledby="history">
        <h2 id="history">{t('history')}</h2>
        {title.history.length === 0 && <p>{t('historyNone')}</p>}
        <ol className="admin-history">
          {title.history.map((entry, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- entries of one moment differ by their place
            <Entry key={`${entry.at} ${place}`} entry={entry} formats={title.formats} />
          ))}
        </ol>
      </section>
    </aside>
  );
}

function Entry({ entry: { at, actor, source, variant_id: format, changes }, formats }: EntryProps) {
  const t = useTranslations('adminCatalogue.title');
  const moment = useDateTimeFormat();
  const nameOf = useFieldName(formats);
  const who = actor === 'shop' ? t('shopActor') : actor === 'operator' ? t('operator') : `\u2068${actor}\u2069`;
  return (
    <li>
      <small>
        {moment(at)} · {who}
        {source !== null && ` · ${t('historyFile', { file: `\u2068${source}\u2069` })}`}
      </small>
      {changes.map(({ field, before, after }) => (
        <p key={field}>
          {t('changed', {
            field: nameOf(field, format),
            before: isolated(before) || t('nothing'),
            after: isolated(after) || t('nothing'),
          })}
        </p>
      ))}
    </li>
  );
}

type EntryProps = { entry: HistoryEntry; formats: AnyTitle['formats'] };

const isolated = (text: string) => text && `\u2068${text}\u2069`;

type FormatCoverProps = { productId: number; format: AnyTitle['formats'][number] };

/** Which picture a format has, another one and none. */
function FormatCover({ productId, format: { id, format, cover } }: FormatCoverProps) {
  const t = useTranslations('adminCatalogue.title');
  const names = useTranslations('common.formats');
  const can = useCan();
  const field = useId();
  const queries = useQueryClient();
  const options = {
    onError: useStaffErrorToast({ photo_invalid: t('coverInvalid') }),
    onSettled: () =>
      Promise.all([['title', productId], ['titles']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  };
  const upload = useMutation({
    mutationFn: (file: File) => sendRequest('setTitleCover', { params: { id }, body: file }),
    ...options,
  });
  const remove = useMutation({ mutationFn: () => sendRequest('removeTitleCover', { body: { id } }), ...options });
  return (
    <div role="group" aria-label={t('coverOf', { name: names(format) })}>
      <p>
        {names(format)}: {cover ? t(`origins.${cover.origin}`) : t('coverDrawn')}
      </p>
      {can('catalogue.write') && (
        <div className="field">
          <label htmlFor={field}>{t('uploadCover')}</label>
          <input
            id={field}
            type="file"
            accept="image/*"
            aria-describedby={`${field}-note`}
            disabled={upload.isPending}
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file) upload.mutate(file);
              target.value = '';
            }}
          />
          <p id={`${field}-note`} className="field-hint">
            {t('coverHint')}
          </p>
          {cover && (
            <button type="button" className="button-plain" disabled={remove.isPending} onClick={() => remove.mutate()}>
              {t('removeCover')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
