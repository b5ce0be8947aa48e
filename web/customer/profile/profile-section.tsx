import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';

type SectionProps = ComponentProps<'section'> & {
  name:
    | 'about'
    | 'appearance'
    | 'emailPreferences'
    | 'email'
    | 'password'
    | 'passkeys'
    | 'secondStep'
    | 'devices'
    | 'activity'
    | 'data';
  lead?: string;
};

/** A section of the profile page, linked from its table of contents. */
export function Section({ name, lead, children, ...section }: SectionProps) {
  const t = useTranslations('account.sections');
  return (
    <section {...section} id={name} className="profile-section" aria-labelledby={`${name}-title`} tabIndex={-1}>
      <h2 id={`${name}-title`}>{t(name)}</h2>
      {lead && <p className="profile-section-lead">{lead}</p>}
      {children}
    </section>
  );
}
