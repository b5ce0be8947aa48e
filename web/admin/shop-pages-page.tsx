import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { PageRow } from '#contract/admin-pages.ts';
import { isPageSlug, MAX_SLUG } from '#domain/shop-page.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';

/** The pages of text: those that every shop has, and those that booksellers made. */
export function ShopPagesPage() {
  const t = useTranslations('adminContent.pages');
  const pages = useQuery({ queryKey: ['pages'], queryFn: ({ signal }) => sendRequest('listPages', { signal }) });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <QueryContent query={pages}>{({ rows }) => <PageTable rows={rows} />}</QueryContent>
      <NewPage />
    </div>
  );
}

function PageTable({ rows }: { rows: readonly PageRow[] }) {
  const t = useTranslations('adminContent.pages');
  const moment = useDateTimeFormat();
  return (
    <div className="admin-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('page')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col">{t('changed')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ slug, path, title, state, actor, at }) => (
            <tr key={slug}>
              <td>
                <PageName slug={slug} path={path} title={title} />
              </td>
              <td>{t(`states.${state}`)}</td>
              <td>{at === null ? t('never') : t('by', { moment: moment(at), name: actor ?? '' })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PageName({ slug, path, title }: Pick<PageRow, 'slug' | 'path' | 'title'>) {
  return (
    <>
      <Link to={`/content/pages/${slug}`}>
        <bdi lang="en">{title || slug}</bdi>
      </Link>
      <br />
      <small>
        <bdi dir="ltr">{path}</bdi>
      </small>
    </>
  );
}

/** A page of its own begins with its address. */
function NewPage() {
  const t = useTranslations('adminContent.pages');
  const navigate = useNavigate();
  const [slug, setSlug] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPageSlug(slug)) void navigate(`/content/pages/${slug}`);
  };
  return (
    <section className="admin-section" aria-labelledby="new-page">
      <h2 id="new-page">{t('new')}</h2>
      <form className="form" onSubmit={submit}>
        <div className="field">
          <label htmlFor="new-page-address">{t('address')}</label>
          <input
            id="new-page-address"
            aria-describedby="new-page-hint"
            dir="ltr"
            required
            maxLength={MAX_SLUG}
            pattern="[a-z0-9]+(-[a-z0-9]+)*"
            autoComplete="off"
            value={slug}
            onChange={({ target }) => setSlug(target.value)}
          />
          <p id="new-page-hint" className="field-hint">
            {t('addressHint')}
          </p>
        </div>
        <button className="button">{t('write')}</button>
      </form>
    </section>
  );
}
