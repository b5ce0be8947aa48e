import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { activate, confirmEmail } from '#contract/sessions.ts';
import { call } from '../../browser/client.ts';
import { forgetMailedToken } from '../mailed-token.ts';
import { useFailure } from '../use-failure.ts';
import { AuthCard } from './auth-card.tsx';
import { ResendActivation } from './resend-activation.tsx';

export type LinkPurpose = 'activate' | 'email';

/** Spends a mailed link by a call of its own: opening the link alone does nothing, for mail programs open links too. */
export function useSpendLink(purpose: LinkPurpose, token: string) {
  const { sentence, isWaiting, fail, clear } = useFailure();
  const [isSpending, setSpending] = useState(false);
  const [email, setEmail] = useState<string>();
  const spend = async () => {
    setSpending(true);
    clear();
    try {
      const answer = await call(purpose === 'email' ? confirmEmail : activate, { body: { token } });
      forgetMailedToken();
      setEmail(answer.email);
      return answer.email;
    } catch (error) {
      fail(error);
      return undefined;
    } finally {
      setSpending(false);
    }
  };
  return {
    spend,
    isHeldBack: isSpending || isWaiting,
    /** Whose link it was, once it is spent. */
    email,
    refusal: sentence,
  };
}

type SpendLinkProps = { purpose: LinkPurpose; token: string; children: (email: string) => ReactNode };

/** Asks to spend a mailed link; afterwards what `children` make of the address that it belonged to. */
export function SpendLink({ purpose, token, children }: SpendLinkProps) {
  const t = useTranslations('customer.mailed');
  const { spend, isHeldBack, email, refusal } = useSpendLink(purpose, token);
  if (email !== undefined) return children(email);
  return (
    <AuthCard title={t(`${purpose}.title`)} lead={t(`${purpose}.text`)} error={refusal}>
      <button type="button" className="button" disabled={isHeldBack} onClick={() => void spend()}>
        {t(`${purpose}.submit`)}
      </button>
      {refusal && purpose === 'activate' && <ResendActivation />}
    </AuthCard>
  );
}
