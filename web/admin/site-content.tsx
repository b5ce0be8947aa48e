import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import type { Mistakes, Written } from './use-site-content.ts';

/** Who published what is loaded; `otherwise` where nobody did. */
export function Publisher({ written: { actor, at }, otherwise }: { written: Written<unknown>; otherwise: string }) {
  const t = useTranslations('adminContent.site');
  const moment = useDateTimeFormat();
  return (
    <p className="lead">
      {actor !== null && at !== null ? t('published', { name: actor, moment: moment(at) }) : otherwise}
    </p>
  );
}

type TheirsProps = {
  name: string;
  theirs: ReactNode;
  mine: ReactNode;
  onTake: () => void;
  onKeep: () => void;
};

/** Somebody else was faster: both versions, and which of them to go on with. */
export function TheirVersion({ name, theirs, mine, onTake, onKeep }: TheirsProps) {
  const t = useTranslations('adminContent.site');
  return (
    <div className="alert alert-danger" role="alert">
      <p>{t('meanwhile', { name })}</p>
      <div className="admin-versions">
        <section aria-label={t('theirs')}>
          <h2>{t('theirs')}</h2>
          {theirs}
        </section>
        <section aria-label={t('mine')}>
          <h2>{t('mine')}</h2>
          {mine}
        </section>
      </div>
      <div className="admin-actions">
        <button type="button" className="button button-quiet" onClick={onTake}>
          {t('takeTheirs')}
        </button>
        <button type="button" className="button button-quiet" onClick={onKeep}>
          {t('keepMine')}
        </button>
      </div>
    </div>
  );
}

/** What is wrong with one part of the content. */
export function PartMistakes({ at, mistakes }: { at: string; mistakes: Mistakes }) {
  const own = mistakes.filter(({ path }) => path === at || path.startsWith(`${at}.`));
  return (
    <p className="field-error" role={own.length > 0 ? 'alert' : undefined}>
      {own.map(({ message }) => message).join(' ')}
    </p>
  );
}
