import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useState } from 'react';
import { useLoaderData, useSearchParams, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { IdentityProviderInfo } from '#contract/sessions.ts';
import { isSignedIn } from '../../browser/session.ts';
import { showToast } from '../shell/toasts.tsx';

/** Signs in with the identity provider, if the shop has one; the route loads it, so that there is no layout shift. */
export function IdentityProviderButton() {
  const provider = useLoaderData<IdentityProviderInfo | null>();
  return provider ? <ContinueButton provider={provider} /> : null;
}

function ContinueButton({ provider }: { provider: IdentityProviderInfo }) {
  const t = useTranslations('customer.provider');
  const [search] = useSearchParams();
  const showAlreadySignedIn = useAlreadySignedIn();
  const [isLeaving, setLeaving] = useLeaving();
  const go = async () => {
    if (isSignedIn()) return showAlreadySignedIn();
    setLeaving(true);
    try {
      const { signInUrl } = await import('./oidc-client.ts');
      location.assign(await signInUrl(provider, search.toString()));
    } catch {
      setLeaving(false);
      showToast({ text: t('unreachable', { name: provider.name }), kind: 'danger', durationMs: 8000 });
    }
    return undefined;
  };
  return (
    <div className="identity-provider">
      <p className="identity-provider-or">{t('or')}</p>
      <button type="button" className="button button-quiet" disabled={isLeaving} onClick={() => void go()}>
        <KeyRound aria-hidden="true" size={18} />
        <bdi>{t('continueWith', { name: provider.name })}</bdi>
      </button>
    </div>
  );
}

/** Whether the redirect is pending; reset when the page is restored by Back. */
function useLeaving() {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const stay = () => setLeaving(false);
    addEventListener('pageshow', stay);
    return () => removeEventListener('pageshow', stay);
  }, []);
  return [isLeaving, setLeaving] as const;
}

/** Warns customers who return from the provider while signed in; their session stays (specification §8). */
export function useAlreadySignedIn(): () => void {
  const t = useTranslations('customer.provider');
  const navigate = useNavigate();
  return () => {
    showToast({ title: t('alreadySignedInTitle'), text: t('alreadySignedIn'), kind: 'warning', durationMs: 8000 });
    void navigate('/', { replace: true });
  };
}
