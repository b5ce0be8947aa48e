import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { isLocale, LOCALES, type Locale } from '#domain/locale.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { showToast, useErrorToast } from '../customer/shell/toasts.tsx';
import { useReaderLocale } from '../ui/text.tsx';
import { AdminMessages } from './admin-messages.tsx';

/** Every kind of email that the shop sends, by the subject of its example. */
export function EmailsPage() {
  return (
    <AdminMessages of="adminEmails">
      <Emails />
    </AdminMessages>
  );
}

function Emails() {
  const t = useTranslations('adminEmails');
  const locale = useReaderLocale();
  const kinds = useKinds(locale);
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <p className="lead">{t('lead')}</p>
      <QueryContent query={kinds}>
        {({ rows }) => (
          <ul className="admin-list">
            {rows.map(({ kind, subject }) => (
              <li key={kind}>
                <Link to={`/settings/emails/${kind}`}>
                  <bdi>{subject}</bdi>
                </Link>
                <small dir="ltr">{kind}</small>
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
    </div>
  );
}

function useKinds(locale: Locale) {
  return useQuery({
    queryKey: ['email-kinds', locale],
    queryFn: ({ signal }) => sendRequest('listEmailKinds', { query: { locale }, signal }),
    staleTime: 60_000,
  });
}

/** An example of a kind of email in any language, as it looks and as text. */
export function EmailPage() {
  return (
    <AdminMessages of="adminEmails">
      <Email />
    </AdminMessages>
  );
}

function Email() {
  const t = useTranslations('adminEmails');
  const { kind = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const own = useReaderLocale();
  const chosen = search.get('language') ?? own;
  const locale = isLocale(chosen) ? chosen : own;
  const email = useQuery({
    queryKey: ['email-preview', kind, locale],
    queryFn: ({ signal }) => sendRequest('previewEmail', { params: { kind }, query: { locale }, signal }),
    // The path of the HTML works for a while only.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <div className="page">
      <QueryContent query={email}>
        {({ subject, text, path }) => (
          <>
            <PageTitle title={subject} />
            <p>
              <Link to="/settings/emails">{t('all')}</Link> · <small dir="ltr">{kind}</small>
            </p>
            <div className="admin-row-form">
              <Language
                locale={locale}
                onChange={(language) => setSearch({ language }, { replace: true, preventScrollReset: true })}
              />
              <SendButton kind={kind} locale={locale} />
            </div>
            <Frame key={path} path={path} title={t('preview', { subject })} />
            <details className="email-text">
              <summary>{t('text')}</summary>
              <pre lang={locale} dir="auto">
                {text}
              </pre>
            </details>
          </>
        )}
      </QueryContent>
    </div>
  );
}

type LanguageProps = { locale: Locale; onChange: (locale: string) => void };

function Language({ locale, onChange }: LanguageProps) {
  const t = useTranslations('adminEmails');
  return (
    <label className="field">
      <span>{t('language')}</span>
      <select value={locale} onChange={({ target }) => onChange(target.value)}>
        {LOCALES.map((one) => (
          <option key={one} value={one}>
            {t(`languages.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

function SendButton({ kind, locale }: { kind: string; locale: Locale }) {
  const t = useTranslations('adminEmails');
  const onError = useErrorToast();
  const send = useMutation({
    mutationFn: () => sendRequest('sendEmailExample', { body: { kind, locale } }),
    onSuccess: ({ to }) => showToast({ text: t('sent', { to }) }),
    onError,
  });
  return (
    <button type="button" className="button button-quiet" disabled={send.isPending} onClick={() => send.mutate()}>
      {t('send')}
    </button>
  );
}

/** As high as the email is; nothing in it runs or opens anything. */
function Frame({ path, title }: { path: string; title: string }) {
  const [height, setHeight] = useState<number>();
  return (
    <iframe
      className="email-frame"
      src={path}
      title={title}
      sandbox="allow-same-origin"
      style={{ blockSize: height }}
      onLoad={({ currentTarget }) => setHeight(currentTarget.contentDocument?.documentElement.scrollHeight)}
    />
  );
}
