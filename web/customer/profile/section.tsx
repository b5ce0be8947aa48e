import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';

type SectionProps = ComponentProps<'section'> & {
  name: 'about' | 'look' | 'letters' | 'email' | 'password' | 'devices' | 'activity' | 'data';
  lead?: string;
};

/** One part of the profile, which the table of contents leads to. */
export function Section({ name, lead, children, ...section }: SectionProps) {
  const t = useTranslations('account.sections');
  return (
    <section {...section} id={name} className="profile-section" aria-labelledby={`${name}-title`} tabIndex={-1}>
      <h2 id={`${name}-title`}>{t(name)}</h2>
      {lead && <p className="section-lead">{lead}</p>}
      {children}
    </section>
  );
}
