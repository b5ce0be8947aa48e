import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Announcements } from '#contract/content.ts';
import { MAX_ANNOUNCEMENTS, overlappingDays } from '#domain/announcement.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { Field, Texts } from './home-inputs.tsx';
import { useKeyedList } from './keyed-list.ts';
import { PartMistakes, Publisher, TheirVersion } from './site-content.tsx';
import { useSiteContent, type Written } from './use-site-content.ts';

type Item = Announcements['items'][number];

async function fetchAnnouncements(signal?: AbortSignal): Promise<Written<Announcements>> {
  const written = await sendRequest('getAnnouncements', signal && { signal });
  return { ...written, content: written.content as Announcements };
}

/** What the bar above the header says, and on which days. */
export function AnnouncementsPage() {
  const t = useTranslations('adminContent.announcements');
  const announcements = useQuery({
    queryKey: ['announcements'],
    queryFn: ({ signal }) => fetchAnnouncements(signal),
    refetchOnWindowFocus: false,
  });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <p>{t('text')}</p>
      <QueryContent query={announcements}>{(written) => <Editor written={written} />}</QueryContent>
    </div>
  );
}

function Editor({ written }: { written: Written<Announcements> }) {
  const t = useTranslations('adminContent');
  const { list, items, load, add, change, remove } = useKeyedList(() => written.content.items);
  const { send, theirs, mistakes, takeTheirs, keepMine } = useSiteContent(written, {
    name: 'announcements',
    fetch: () => fetchAnnouncements(),
    publish: (version, content) => sendRequest('publishAnnouncements', { body: { version, content } }),
    onLoad: (content) => load(content.items),
  });
  const overlapping = overlappingDays(items);
  return (
    <>
      <Publisher written={written} otherwise={t('announcements.none')} />
      {theirs && (
        <TheirVersion
          name={theirs.actor ?? ''}
          theirs={<Summary items={theirs.content.items} />}
          mine={<Summary items={items} />}
          onTake={takeTheirs}
          onKeep={keepMine}
        />
      )}
      <ol className="admin-sections">
        {list.map(({ key, item }, place) => (
          <li key={key}>
            <fieldset className="form">
              <legend>{t('announcements.announcement', { place: place + 1 })}</legend>
              <PartMistakes at={`items.${place}`} mistakes={mistakes} />
              {overlapping.includes(place) && <p className="field-error">{t('announcements.overlap')}</p>}
              <ItemFields item={item} onChange={(changed) => change(key, changed)} />
              <button type="button" className="button-plain" onClick={() => remove(key)}>
                {t('site.remove')}
              </button>
            </fieldset>
          </li>
        ))}
      </ol>
      <div className="admin-actions">
        <button
          type="button"
          className="button button-quiet"
          disabled={list.length >= MAX_ANNOUNCEMENTS}
          onClick={() => add({ text: { en: '' } })}
        >
          {t('announcements.add')}
        </button>
        <button type="button" className="button" disabled={send.isPending} onClick={() => send.mutate({ items })}>
          {t('site.publish')}
        </button>
      </div>
    </>
  );
}

function Summary({ items }: { items: readonly Item[] }) {
  return (
    <ul>
      {items.map(({ text, link = '', from = '', to = '' }) => (
        <li key={`${from} ${to} ${text.en}`}>
          <bdi lang="en">{text.en}</bdi> {link}{' '}
          <bdi dir="ltr">
            {from && `${from} –`} {to}
          </bdi>
        </li>
      ))}
    </ul>
  );
}

/** Without what is empty. */
function withValue(item: Item, name: 'link' | 'from' | 'to', value: string): Item {
  const { [name]: _, ...others } = item;
  return value === '' ? others : { ...others, [name]: value };
}

function ItemFields({ item, onChange }: { item: Item; onChange: (item: Item) => void }) {
  const t = useTranslations('adminContent');
  return (
    <>
      <Texts label={t('announcements.words')} texts={item.text} onChange={(text) => onChange({ ...item, text })} />
      <Field label={t('announcements.link')}>
        <input
          dir="ltr"
          maxLength={300}
          value={item.link ?? ''}
          onChange={({ target }) => onChange(withValue(item, 'link', target.value.trim()))}
        />
      </Field>
      <div className="admin-row-form">
        {(['from', 'to'] as const).map((name) => (
          <Field key={name} label={t(name)}>
            <input
              type="date"
              value={item[name] ?? ''}
              onChange={({ target }) => onChange(withValue(item, name, target.value))}
            />
          </Field>
        ))}
      </div>
    </>
  );
}
