import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { forgotPassword } from '#contract/sessions.ts';
import { call } from '../../browser/client.ts';
import { useFailure } from '../use-failure.ts';
import { useProfile } from '../use-profile.ts';

/** For who signs in by another service only: the link that gives them a password here. */
export function GetPassword({ lead }: { lead: string }) {
  const t = useTranslations('account');
  const email = useProfile()?.email ?? '';
  const { sentence, isWaiting, fail, clear } = useFailure();
  const [isSent, setSent] = useState(false);
  const send = async () => {
    clear();
    try {
      await call(forgotPassword, { body: { email } });
      setSent(true);
    } catch (error) {
      fail(error);
    }
  };
  return (
    <div className="get-password">
      <p>{lead}</p>
      {isSent ? (
        <p className="notice" role="status">
          {t('linkSent', { email })}
        </p>
      ) : (
        <button type="button" className="button button-quiet" disabled={isWaiting} onClick={() => void send()}>
          {t('sendLink')}
        </button>
      )}
      {sentence && (
        <p className="field-error" role="alert">
          {sentence}
        </p>
      )}
    </div>
  );
}
