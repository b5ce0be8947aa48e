import { useTranslations } from 'use-intl';
import type { AnyImport } from '#contract/admin-imports.ts';

type ConfirmProps = { delistings: AnyImport['unconfirmed']; isPending: boolean; onConfirm: () => void };

/** What a person has to confirm before it is applied: that so many titles leave the shop. */
export function ConfirmDelistings({ delistings, isPending, onConfirm }: ConfirmProps) {
  const t = useTranslations('adminImports.confirm');
  return (
    <section className="alert alert-warning" aria-labelledby="confirm">
      <h2 id="confirm">{t('title')}</h2>
      <ul>
        {delistings.map((delisting) => (
          <li key={delisting.sender}>{t('sender', { ...delisting, sender: `\u2068${delisting.sender}\u2069` })}</li>
        ))}
      </ul>
      <p>{t('text')}</p>
      <button type="button" className="button" disabled={isPending} onClick={onConfirm}>
        {t('yes')}
      </button>
    </section>
  );
}
