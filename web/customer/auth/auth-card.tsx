import type { ReactNode } from 'react';
import { Refused } from '../../forms/form.tsx';

type AuthCardProps = { title: string; lead: string; error?: string | undefined; children: ReactNode };

/** A narrow column with a heading, a sentence, and what went wrong. */
export function AuthCard({ title, lead, error, children }: AuthCardProps) {
  return (
    <section className="auth-card">
      <title>{title}</title>
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      <Refused>{error}</Refused>
      {children}
    </section>
  );
}
