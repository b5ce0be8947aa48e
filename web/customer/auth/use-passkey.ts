import { useSearchParams } from 'react-router';
import { useFormError } from '../page/use-form-error.ts';
import { completeSignIn } from './sign-in-and-out.ts';

/** Signing in with a passkey: by a button, and offered where the username is typed. Its script is loaded when it is needed. */
export function usePasskey() {
  const [search] = useSearchParams();
  const { message, setError } = useFormError();
  const signIn = async (isOffer: boolean) => {
    try {
      const { signInByPasskey, offerPasskeys } = await import('../security/passkey-sign-in.ts');
      const signedIn = await (isOffer ? offerPasskeys : signInByPasskey)();
      if (signedIn) await completeSignIn(signedIn, search);
    } catch (error) {
      setError(error);
    }
  };
  return { signIn: () => void signIn(false), offer: () => void signIn(true), errorMessage: message };
}
