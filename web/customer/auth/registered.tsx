import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { lazyPart } from '../frame/lazy-part.tsx';
import { AuthCard } from './auth-card.tsx';
import { AuthLink } from './auth-link.tsx';
import { ResendActivation } from './resend-activation.tsx';

/** The dialog comes when it is needed; without it the page below says the same. */
const Dialog = lazyPart(async () => (await import('./registered-dialog.tsx')).RegisteredDialog);

type RegisteredProps = { message: string; email: string };

/** Tells to open the mailed link: in the specification's dialog, and on the page below it, where it stays. */
export function Registered({ message, email }: RegisteredProps) {
  const t = useTranslations('customer.register');
  return (
    <>
      <AuthCard title={t('doneTitle')} lead={message}>
        <AuthLink to="login" className="button">
          {t('signIn')}
        </AuthLink>
        <details className="fold">
          <summary>{t('noMail')}</summary>
          <ResendActivation email={email} />
        </details>
      </AuthCard>
      <Suspense>
        <Dialog message={message} />
      </Suspense>
    </>
  );
}
