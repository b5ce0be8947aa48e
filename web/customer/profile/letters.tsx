import { useTranslations } from 'use-intl';
import type { Profile } from '#contract/sessions.ts';
import { usePreference } from '../use-preference.ts';
import { Section } from './section.tsx';

/** Consent to mails about new books: off until the customer says yes. */
export function Letters({ profile }: { profile: Profile }) {
  const t = useTranslations('area.profile');
  const account = useTranslations('account');
  const save = usePreference();
  return (
    <Section name="letters">
      <label className="check">
        <input
          type="checkbox"
          checked={profile.marketing}
          onChange={({ target }) => void save({ marketing: target.checked })}
        />
        {t('marketing')}
      </label>
      <p className="field-hint">{account('lettersHint')}</p>
    </Section>
  );
}
