import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Menus } from '#contract/content.ts';
import type { HomeTexts } from '#contract/home.ts';
import { MENU_LISTS, type MenuList, type MenuTarget } from '#domain/menu.ts';
import { sendRequest } from '../browser/api-client.ts';
import { Field, Texts } from './home-inputs.tsx';

export type MenuEntry = Menus[keyof Menus][number];

const KINDS = ['page', 'list', 'subject', 'series', 'publisher', 'address'] as const;
type Kind = (typeof KINDS)[number];

const NEW_TARGETS: { [K in Kind]: Extract<MenuTarget, { kind: K }> } = {
  page: { kind: 'page', slug: 'about' },
  list: { kind: 'list', list: 'all' },
  subject: { kind: 'subject', code: '' },
  series: { kind: 'series', slug: '' },
  publisher: { kind: 'publisher', name: '' },
  address: { kind: 'address', url: '' },
};

export const NEW_ENTRY: MenuEntry = { target: NEW_TARGETS.page };

/** What an entry leads to, as it is written. */
export function targetText(target: MenuTarget): string {
  const { kind: _, ...value } = target;
  return Object.values(value).join('');
}

function targetOf(kind: Kind, text: string): MenuTarget {
  switch (kind) {
    case 'page':
    case 'series':
      return { kind, slug: text };
    case 'list':
      return { kind, list: text as MenuList };
    case 'subject':
      return { kind, code: text };
    case 'publisher':
      return { kind, name: text };
    case 'address':
      return { kind, url: text };
  }
}

/** Where an entry leads, and what it is called. */
export function MenuEntryFields({ entry, onChange }: { entry: MenuEntry; onChange: (entry: MenuEntry) => void }) {
  const t = useTranslations('adminContent.menus');
  const { target, label } = entry;
  return (
    <>
      <div className="admin-row-form">
        <Field label={t('kind')}>
          <select
            value={target.kind}
            onChange={({ target: { value } }) => onChange({ ...entry, target: NEW_TARGETS[value as Kind] })}
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`kinds.${kind}`)}
              </option>
            ))}
          </select>
        </Field>
        <Field label={t(`target.${target.kind}`)}>
          <TargetField target={target} onChange={(changed) => onChange({ ...entry, target: changed })} />
        </Field>
      </div>
      <Texts label={t('label')} texts={label ?? { en: '' }} onChange={(texts) => onChange(withLabel(entry, texts))} />
    </>
  );
}

function withLabel({ target }: MenuEntry, texts: HomeTexts): MenuEntry {
  return Object.values(texts).every((text) => text === '') ? { target } : { target, label: texts };
}

function TargetField({ target, onChange }: { target: MenuTarget; onChange: (target: MenuTarget) => void }) {
  const t = useTranslations('adminContent.menus');
  const pages = useQuery({ queryKey: ['pages'], queryFn: ({ signal }) => sendRequest('listPages', { signal }) });
  const text = targetText(target);
  const change = (value: string) => onChange(targetOf(target.kind, value));
  if (target.kind === 'list')
    return (
      <select value={text} onChange={({ target: { value } }) => change(value)}>
        {MENU_LISTS.map((list) => (
          <option key={list} value={list}>
            {t(`lists.${list}`)}
          </option>
        ))}
      </select>
    );
  if (target.kind === 'page')
    return (
      <select value={text} onChange={({ target: { value } }) => change(value)}>
        {(pages.data?.rows ?? []).map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title || slug}
          </option>
        ))}
      </select>
    );
  return <input dir="auto" maxLength={300} value={text} onChange={({ target: { value } }) => change(value)} />;
}
