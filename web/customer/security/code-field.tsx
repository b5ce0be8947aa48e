import { TextField } from '../../forms/form.tsx';

/** A code of an authenticator app, or a recovery code; inside a `Form`. */
export function CodeField({ label, hint }: { label: string; hint?: string }) {
  return <TextField name="code" label={label} hint={hint} autoComplete="one-time-code" spellCheck={false} dir="ltr" />;
}
