import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { DEFAULT_LOCALE, directionOf, LOCALES, type Locale } from '#domain/locale.ts';
import { BLOCK_FACTS, TEXT_FACTS } from '#domain/page-text.ts';
import { isPageSlug, MAX_PAGE_BODY, MAX_PAGE_TITLE } from '#domain/shop-page.ts';
import { ConfirmButton } from '../customer/dialogs/dialog-button.tsx';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { NotFoundPage } from './layout.tsx';
import {
  isWritten,
  useShopPage,
  useShopPageDraft,
  type DraftText,
  type LoadedPage,
  type PageDraft,
} from './shop-page-draft.ts';
import { ShopPageHistory } from './shop-page-history.tsx';
import { ShopPagePreview } from './shop-page-preview.tsx';

/** A page of text: its languages, what readers would see of it, and who changed it. */
export function ShopPagePage() {
  const { slug = '' } = useParams();
  const page = useShopPage(slug);
  if (!isPageSlug(slug)) return <NotFoundPage />;
  return <QueryContent query={page}>{(loaded) => <Editor key={slug} loaded={loaded} />}</QueryContent>;
}

function Editor({ loaded }: { loaded: LoadedPage }) {
  const t = useTranslations('adminContent.pages');
  const [locale, setLocale] = useState<Locale>(DEFAULT_LOCALE);
  const { draft, change, setDraft, send, theirs, settle, mistakes } = useShopPageDraft(loaded);
  const { slug, path, state } = loaded;
  const isShown = state === 'published' || state === 'changed';
  return (
    <div className="page">
      <p>
        <Link to="/content/pages">{t('back')}</Link>
      </p>
      <PageTitle title={draft.en.title || slug} />
      <p className="lead">
        {t(`states.${state}`)} · {isShown || state === 'default' ? <a href={path}>{t('view')}</a> : <bdi>{path}</bdi>}
      </p>
      {theirs && <Theirs theirs={theirs} mine={draft[locale]} locale={locale} onSettle={settle} />}
      <LanguageChoice draft={draft} locale={locale} onChoose={setLocale} />
      <div className="admin-writing">
        <TextFields
          key={locale}
          locale={locale}
          text={draft[locale]}
          mistakes={[...(mistakes[`${locale}.title`] ?? []), ...(mistakes[`${locale}.body`] ?? [])]}
          onChange={(text) => change(locale, text)}
        />
        <ShopPagePreview locale={locale} text={draft[locale]} />
      </div>
      <div className="admin-actions">
        <button type="button" className="button" disabled={send.isPending} onClick={() => send.mutate('publish')}>
          {t('publish')}
        </button>
        <button
          type="button"
          className="button button-quiet"
          disabled={send.isPending}
          onClick={() => send.mutate('save')}
        >
          {t('save')}
        </button>
        {isShown && (
          <ConfirmButton
            trigger={t('unpublish')}
            title={t('unpublishTitle')}
            text={t('unpublishText')}
            confirmLabel={t('unpublish')}
            cancelLabel={t('cancel')}
            onConfirm={() => send.mutate('unpublish')}
          />
        )}
      </div>
      <ShopPageHistory slug={slug} versions={loaded.versions} onLoad={setDraft} />
    </div>
  );
}

type LanguageChoiceProps = { draft: PageDraft; locale: Locale; onChoose: (locale: Locale) => void };

function LanguageChoice({ draft, locale, onChoose }: LanguageChoiceProps) {
  const t = useTranslations('adminContent');
  return (
    <div className="field">
      <label htmlFor="page-language">{t('pages.language')}</label>
      <select
        id="page-language"
        aria-describedby="page-language-hint"
        value={locale}
        onChange={({ target }) => onChoose(target.value as Locale)}
      >
        {LOCALES.map((one) => (
          <option key={one} value={one}>
            {isWritten(draft[one]) ? t(`languages.${one}`) : t('pages.missing', { language: t(`languages.${one}`) })}
          </option>
        ))}
      </select>
      <p id="page-language-hint" className="field-hint">
        {t('pages.languageHint')}
      </p>
    </div>
  );
}

type TextFieldsProps = {
  locale: Locale;
  text: DraftText;
  mistakes: readonly string[];
  onChange: (text: DraftText) => void;
};

function TextFields({ locale, text, mistakes, onChange }: TextFieldsProps) {
  const t = useTranslations('adminContent.pages');
  const language = { lang: locale, dir: directionOf(locale) };
  return (
    <div className="form">
      <div className="field">
        <label htmlFor="page-title">{t('heading')}</label>
        <input
          id="page-title"
          {...language}
          maxLength={MAX_PAGE_TITLE}
          value={text.title}
          onChange={({ target }) => onChange({ ...text, title: target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor="page-body">{t('text')}</label>
        <textarea
          id="page-body"
          {...language}
          rows={18}
          maxLength={MAX_PAGE_BODY}
          aria-invalid={mistakes.length > 0}
          aria-describedby="page-body-mistakes page-body-hint"
          value={text.body}
          onChange={({ target }) => onChange({ ...text, body: target.value })}
        />
        <p id="page-body-mistakes" className="field-error" role={mistakes.length > 0 ? 'alert' : undefined}>
          {mistakes.join(' ')}
        </p>
        <p id="page-body-hint" className="field-hint">
          {t('textHint')}
        </p>
      </div>
      <details className="fold">
        <summary>{t('facts')}</summary>
        <p className="field-hint">{t('factsHint')}</p>
        <ul className="admin-placeholders" dir="ltr">
          {[...TEXT_FACTS, ...BLOCK_FACTS].map((name) => (
            <li key={name}>
              <code>{`{${name}}`}</code>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

type TheirsProps = {
  theirs: LoadedPage;
  mine: DraftText;
  locale: Locale;
  onSettle: (taken?: LoadedPage) => void;
};

/** Somebody else was faster: both versions in the chosen language, and which of them to go on with. */
function Theirs({ theirs, mine, locale, onSettle }: TheirsProps) {
  const t = useTranslations('adminContent.pages');
  const other = theirs.content?.[locale];
  const versions = [
    ['theirs', other],
    ['mine', mine],
  ] as const;
  return (
    <div className="alert alert-danger" role="alert">
      <p>{t('meanwhile', { name: theirs.actor ?? '' })}</p>
      <div className="admin-versions">
        {versions.map(([name, text]) => (
          <section key={name} aria-label={t(name)}>
            <h2>{t(name)}</h2>
            <div lang={locale} dir={directionOf(locale)}>
              <b>{text?.title}</b>
              <p className="admin-version-text">{text?.body}</p>
            </div>
          </section>
        ))}
      </div>
      <div className="admin-actions">
        <button type="button" className="button button-quiet" onClick={() => onSettle(theirs)}>
          {t('takeTheirs')}
        </button>
        <button type="button" className="button button-quiet" onClick={() => onSettle()}>
          {t('keepMine')}
        </button>
      </div>
    </div>
  );
}
