import { useTranslations } from 'use-intl';

/** A form's fields by the words that name them, as text. */
type Texts = Readonly<Record<string, string>>;
type StaleProps = { mine: Texts; theirs: Texts; onTake: () => void; onKeep: () => void };

/** What somebody else saved beside what was entered here: which of the two is it to be? */
export function StaleDraft({ mine, theirs, onTake, onKeep }: StaleProps) {
  const t = useTranslations('admin.stale');
  const differing = Object.keys(theirs).filter((field) => theirs[field] !== mine[field]);
  return (
    <div className="alert alert-warning admin-stale" role="alert">
      <p>
        <b>{t('title')}</b>
      </p>
      <ul>
        {differing.map((field) => (
          <li key={field}>
            {t('field', { field, theirs: theirs[field] || t('nothing'), mine: mine[field] || t('nothing') })}
          </li>
        ))}
      </ul>
      <div className="admin-actions">
        <button type="button" className="button button-quiet" onClick={onKeep}>
          {t('keepMine')}
        </button>
        <button type="button" className="button button-quiet" onClick={onTake}>
          {t('takeTheirs')}
        </button>
      </div>
    </div>
  );
}
