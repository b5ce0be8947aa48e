import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { CallFailed } from '../browser/client.ts';
import { AlertSheet, AlertWords } from './alert-sheet.tsx';
import { arrive, type Arrival } from './auth/arrive.ts';
import { useAlreadySignedIn } from './auth/use-already-signed-in.ts';
import { PageTitle } from './page-title.tsx';
import { useRefusal } from './use-refusal.ts';
import { wayOn } from './way-on.ts';

/** Letters of an error that are shown: the provider's, or whoever's made the address. */
const MOST_LETTERS = 300;

/** Where the identity provider sends the browser back to. */
export function Component() {
  const t = useTranslations('customer.provider');
  const failure = useArrival();
  return (
    <>
      <div className={failure === undefined ? undefined : 'visually-hidden'}>
        <PageTitle title={t(failure === undefined ? 'signingIn' : 'failedTitle')} />
      </div>
      {failure !== undefined && <FailedAlert failure={failure} />}
    </>
  );
}

let arriving: Promise<Arrival> | undefined;

/** Takes the provider's answer, once however often the page is drawn, and goes on; answers what went wrong. */
function useArrival(): unknown {
  const navigate = useNavigate();
  const sayAlready = useAlreadySignedIn();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    arriving ??= arrive().finally(() => {
      arriving = undefined;
    });
    arriving.then(
      (arrival) => {
        if (arrival.kind === 'signed-in') void goOn(arrival.asked);
        else if (arrival.kind === 'already') sayAlready();
        else void navigate('/auth/login', { replace: true });
      },
      (error) => {
        // oxlint-disable-next-line no-console -- the alert sends its reader there
        console.error(error);
        setFailure(error);
      },
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- an address is taken once, when the page opens
  }, []);
  return failure;
}

async function goOn(asked: string): Promise<void> {
  location.replace(await wayOn(new URLSearchParams(asked)));
}

/** The specification's alert (section 8): the error as text, and where there is more of it. */
function FailedAlert({ failure }: { failure: unknown }) {
  const t = useTranslations('customer');
  const navigate = useNavigate();
  const refusal = useRefusal();
  const own = failure instanceof CallFailed ? refusal(failure) : failure instanceof Error ? failure.message : '';
  const leave = () => void navigate('/auth/login', { replace: true });
  const text = (
    <div className="provider-failure">
      <p dir="auto">{own.slice(0, MOST_LETTERS) || t('provider.failed')}</p>
      <p>{t('provider.inConsole')}</p>
    </div>
  );
  return (
    <AlertSheet defaultOpen onOpenChange={leave}>
      <AlertWords title={t('provider.failedTitle')} text={text}>
        <AlertDialog.Close className="button">{t('forget.back')}</AlertDialog.Close>
      </AlertWords>
    </AlertSheet>
  );
}
