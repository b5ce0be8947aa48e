import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { HomeBooks, HomeTexts } from '#contract/home.ts';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import { LOCALES } from '#domain/locale.ts';
import { sendRequest } from '../browser/api-client.ts';

export function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

type TextsProps = { label: string; texts: HomeTexts; onChange: (texts: HomeTexts) => void };

/** English, and below it the other languages, whose readers get the English text until there is one. */
export function Texts({ label, texts, onChange }: TextsProps) {
  const t = useTranslations('adminContent');
  const change = (locale: keyof HomeTexts, value: string) => {
    const { [locale]: _, ...others } = texts;
    onChange((value === '' && locale !== 'en' ? others : { ...texts, [locale]: value }) as HomeTexts);
  };
  const others = LOCALES.filter((locale) => locale !== 'en');
  const missing = others.filter((locale) => !texts[locale]).length;
  return (
    <div className="admin-texts">
      <Field label={label}>
        <textarea lang="en" dir="ltr" rows={2} value={texts.en} onChange={({ target }) => change('en', target.value)} />
      </Field>
      <details>
        <summary>{t('translations', { missing })}</summary>
        {others.map((locale) => (
          <Field key={locale} label={t('inLanguage', { label, language: t(`languages.${locale}`) })}>
            <textarea
              lang={locale}
              dir="auto"
              rows={2}
              value={texts[locale] ?? ''}
              onChange={({ target }) => change(locale, target.value)}
            />
          </Field>
        ))}
      </details>
    </div>
  );
}

export function Book({ isbn, onChange }: { isbn: string; onChange: (isbn: string) => void }) {
  const t = useTranslations('adminContent');
  return (
    <div>
      <Field label={t('isbn')}>
        <input
          dir="ltr"
          inputMode="numeric"
          value={isbn}
          maxLength={17}
          onChange={({ target }) => onChange(target.value.trim())}
        />
      </Field>
      <FoundTitles isbns={[isbn]} />
    </div>
  );
}

/** The titles of ISBNs, so that whoever writes them sees what they are. */
function FoundTitles({ isbns }: { isbns: readonly string[] }) {
  const t = useTranslations('adminContent');
  const valid = [...new Set(isbns.flatMap((isbn) => parseIsbn(isbn) ?? []))];
  const found = useQuery({
    queryKey: ['content-titles', valid],
    queryFn: ({ signal }) => sendRequest('findContentTitles', { query: { isbns: valid.join() }, signal }),
    enabled: valid.length > 0,
    staleTime: 60_000,
  });
  if (!found.data || valid.length === 0) return null;
  const titleOf = new Map(found.data.titles.map(({ isbn, title }) => [isbn, title]));
  return (
    <ul className="field-hint">
      {valid.map((isbn) => (
        <li key={isbn}>
          <bdi>{titleOf.get(isbn) ?? t('notSold', { isbn })}</bdi>
        </li>
      ))}
    </ul>
  );
}

const FILTERS = ['subject', 'series', 'language'] as const;
const LISTS = ['isbns', 'bestselling', 'newest', 'forthcoming', ...FILTERS] as const;
type List = (typeof LISTS)[number];

function listOf(books: HomeBooks): List {
  if (typeof books === 'string') return books;
  return Array.isArray(books) ? 'isbns' : FILTERS.find((name) => name in books)!;
}

function textOf(books: HomeBooks): string {
  if (typeof books === 'string') return '';
  return Array.isArray(books) ? books.join('\n') : Object.values(books).flat().join(' ');
}

function booksOf(list: List, text: string): HomeBooks {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  if (list === 'isbns') return words;
  if (list === 'subject') return { subject: text.trim() };
  if (list === 'series') return { series: text.trim() };
  return list === 'language' ? { language: words } : list;
}

/** Chosen titles, a list of the shop, or the most popular of a filter. */
export function Books({ books, onChange }: { books: HomeBooks; onChange: (books: HomeBooks) => void }) {
  const t = useTranslations('adminContent');
  const list = listOf(books);
  return (
    <>
      <Field label={t('titles')}>
        <select value={list} onChange={({ target }) => onChange(booksOf(target.value as List, ''))}>
          {LISTS.map((one) => (
            <option key={one} value={one}>
              {t(`lists.${one}`)}
            </option>
          ))}
        </select>
      </Field>
      {typeof books !== 'string' && (
        <Field label={t(`listHints.${list as 'isbns' | (typeof FILTERS)[number]}`)}>
          <textarea
            key={list}
            dir="ltr"
            rows={list === 'isbns' ? 5 : 1}
            defaultValue={textOf(books)}
            onChange={({ target }) => onChange(booksOf(list, target.value))}
          />
        </Field>
      )}
      {Array.isArray(books) && <FoundTitles isbns={books} />}
    </>
  );
}
