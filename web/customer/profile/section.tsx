import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

type SectionProps = {
  name: 'about' | 'look' | 'letters' | 'email' | 'password' | 'devices' | 'activity' | 'data';
  lead?: string;
  children: ReactNode;
};

/** One part of the profile, which the table of contents leads to. */
export function Section({ name, lead, children }: SectionProps) {
  const t = useTranslations('account.sections');
  return (
    <section id={name} className="profile-section" aria-labelledby={`${name}-title`} tabIndex={-1}>
      <h2 id={`${name}-title`}>{t(name)}</h2>
      {lead && <p className="section-lead">{lead}</p>}
      {children}
    </section>
  );
}
