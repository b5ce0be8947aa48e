import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Alert } from '#contract/alerts.ts';
import { bookPath } from '#contract/pages.ts';
import { formatDay } from '#domain/dates.ts';
import { ForeignText, useReaderLocale } from './text.tsx';

type AlertItemProps = { alert: Alert; shopPath: (path: string) => string; children: ReactNode };

/** What is awaited in which format, and how far it has come; `children` are its buttons. */
export function AlertItem({ alert, shopPath, children }: AlertItemProps) {
  const t = useTranslations('common');
  const locale = useReaderLocale();
  const { status, format, product, created_at, sent_at } = alert;
  const title = <ForeignText text={product.title} language={product.language} />;
  const path = product.slug === null ? undefined : bookPath({ id: product.id, slug: product.slug });
  return (
    <li>
      <div className="alert-facts">
        <b>{path ? <a href={shopPath(path)}>{title}</a> : title}</b>
        <small>
          {t(`formats.${format}`)} · {t(`alerts.states.${status}`)} ·{' '}
          {sent_at === null
            ? t('alerts.addedOn', { date: formatDay(created_at, locale) })
            : t('alerts.sentOn', { date: formatDay(sent_at, locale) })}
        </small>
      </div>
      <div className="alert-actions">{children}</div>
    </li>
  );
}
