import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { directionOf, type Locale } from '#domain/locale.ts';
import type { TextBlock } from '#domain/page-text.ts';
import { localizedPath } from '#contract/pages.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageText } from '../ui/page-text.tsx';
import type { DraftText } from './shop-page-draft.ts';

/** How long nothing is typed before the preview follows, in milliseconds. */
const PAUSE_MS = 500;

/** What readers of a language would see of a text, a moment after it was typed. */
export function ShopPagePreview({ locale, text: { title, body } }: { locale: Locale; text: DraftText }) {
  const t = useTranslations('adminContent.pages');
  const shown = useSettled(body);
  const preview = useQuery({
    queryKey: ['page-preview', locale, shown],
    queryFn: ({ signal }) => sendRequest('previewPage', { body: { locale, title: '', body: shown }, signal }),
    placeholderData: keepPreviousData,
  });
  const { blocks = [], facts = {}, mistakes = [] } = preview.data ?? {};
  return (
    <section className="admin-preview" aria-labelledby="preview">
      <h2 id="preview">{t('preview')}</h2>
      <Mistakes mistakes={mistakes} />
      <article className="admin-preview-page" lang={locale} dir={directionOf(locale)}>
        <p className="admin-preview-title">{title}</p>
        <PageText
          blocks={blocks as TextBlock[]}
          facts={{
            ...facts,
            deliveryPrices: t('pricesHere'),
            deliveryZones: <p>{t('zonesHere')}</p>,
            contactDetails: <p>{t('contactHere')}</p>,
          }}
          link={(path) => localizedPath(locale, path)}
        />
      </article>
    </section>
  );
}

function Mistakes({ mistakes }: { mistakes: readonly string[] }) {
  const t = useTranslations('adminContent.pages');
  if (mistakes.length === 0) return null;
  return (
    <div className="alert" role="status">
      <p>{t('wrong')}</p>
      <ul>
        {mistakes.map((mistake) => (
          <li key={mistake}>{mistake}</li>
        ))}
      </ul>
    </div>
  );
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
