import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Alert, TitleRequest } from '#contract/alerts.ts';
import { bookPath } from '#contract/pages.ts';
import { formatDay } from '#domain/dates.ts';
import { ForeignText, useReaderLocale } from './text.tsx';

type AlertItemProps = { alert: Alert; shopPath: (path: string) => string; children: ReactNode };

/** What is awaited in which format, and how far it has come; `children` are its buttons. */
export function AlertItem({ alert, shopPath, children }: AlertItemProps) {
  const t = useTranslations('alerts');
  const formats = useTranslations('common.formats');
  const locale = useReaderLocale();
  const { status, format, product, created_at, sent_at } = alert;
  return (
    <li>
      <div className="alert-facts">
        <b>
          <AwaitedTitle product={product} shopPath={shopPath} />
        </b>
        <small>
          {formats(format)} · {t(`states.${status}`)} ·{' '}
          {sent_at === null
            ? t('addedOn', { date: formatDay(created_at, locale) })
            : t('sentOn', { date: formatDay(sent_at, locale) })}
        </small>
      </div>
      <div className="alert-actions">{children}</div>
    </li>
  );
}

type TitleRequestItemProps = { request: TitleRequest; shopPath: (path: string) => string; children: ReactNode };

/** The words of a request, what the shop answered, and the title that came in; `children` are its buttons. */
export function TitleRequestItem({ request, shopPath, children }: TitleRequestItemProps) {
  const t = useTranslations('alerts');
  const locale = useReaderLocale();
  const { words, status, answer, product, created_at } = request;
  return (
    <li>
      <div className="alert-facts">
        <b>
          <bdi>{words}</bdi>
        </b>
        <small>
          {t(`requests.states.${status}`)} · {t('addedOn', { date: formatDay(created_at, locale) })}
        </small>
        {answer !== null && <p dir="auto">{answer}</p>}
        {product && (
          <span>
            <AwaitedTitle product={product} shopPath={shopPath} />
          </span>
        )}
      </div>
      <div className="alert-actions">{children}</div>
    </li>
  );
}

type AwaitedTitleProps = { product: Alert['product']; shopPath: (path: string) => string };

/** A link to the title while it is in the shop. */
function AwaitedTitle({ product: { id, slug, title, language }, shopPath }: AwaitedTitleProps) {
  const text = <ForeignText text={title} language={language} />;
  return slug === null ? text : <a href={shopPath(bookPath({ id, slug }))}>{text}</a>;
}
