import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { IdentityProviderFacts } from '#contract/identity-provider.ts';
import { isSignedIn } from '../../browser/session.ts';
import { useNotify } from '../notices.tsx';
import { useAlreadySignedIn } from './use-already-signed-in.ts';

/** The way in by the identity provider, where the shop has one; its route loads which, so that nothing jumps. */
export function ProviderButton() {
  const provider = useLoaderData<IdentityProviderFacts | null>();
  return provider ? <Continue provider={provider} /> : null;
}

function Continue({ provider }: { provider: IdentityProviderFacts }) {
  const t = useTranslations('customer.provider');
  const notify = useNotify();
  const [search] = useSearchParams();
  const sayAlready = useAlreadySignedIn();
  const [isLeaving, setLeaving] = useLeaving();
  const go = async () => {
    if (isSignedIn()) return sayAlready();
    setLeaving(true);
    try {
      const { signInAddress } = await import('./provider-client.ts');
      location.assign(await signInAddress(provider, search.toString()));
    } catch {
      setLeaving(false);
      notify({ text: t('unreachable', { name: provider.name }), kind: 'danger', milliseconds: 8000 });
    }
    return undefined;
  };
  return (
    <div className="provider">
      <p className="provider-or">{t('or')}</p>
      <button type="button" className="button button-quiet" disabled={isLeaving} onClick={() => void go()}>
        <KeyRound aria-hidden="true" size={18} />
        <bdi>{t('continueWith', { name: provider.name })}</bdi>
      </button>
    </div>
  );
}

/** Whether the browser is on its way; a page that comes back by the browser's Back is not. */
function useLeaving() {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    const stay = () => setLeaving(false);
    addEventListener('pageshow', stay);
    return () => removeEventListener('pageshow', stay);
  }, []);
  return [isLeaving, setLeaving] as const;
}
