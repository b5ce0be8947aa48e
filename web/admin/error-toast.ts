import { ApiRequestError } from '../browser/api-client.ts';
import { showToast, useErrorToast } from '../customer/shell/toasts.tsx';

/** Shows why a request failed: in these words by its error code, else in those that customers read. */
export function useStaffErrorToast(words: Readonly<Record<string, string>>): (error: unknown) => void {
  const showErrorToast = useErrorToast();
  return (error) => {
    const code = error instanceof ApiRequestError ? error.problem?.code : undefined;
    const text = code === undefined ? undefined : words[code];
    if (text === undefined) showErrorToast(error);
    else showToast({ kind: 'danger', text, durationMs: 15_000 });
  };
}
