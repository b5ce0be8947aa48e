import { Suspense, useState, type ReactNode } from 'react';
import { ApiRequestError } from '../../browser/api-client.ts';
import { lazyWithPreload, useLoadOrToast } from '../shell/lazy-with-preload.ts';

const ProofDialog = lazyWithPreload(async () => (await import('./proof-dialog.tsx')).ProofDialog);

type Proof = {
  /**
   * Sends a request. Where the server wants a fresh proof of identity first, a dialog asks for it, and then the request is
   * sent again. Closing the dialog throws the server's error.
   */
  withProof: <T>(send: () => Promise<T>) => Promise<T>;
  /** To be rendered: the dialog while it is open. */
  proofDialog: ReactNode;
};

/** Lets a component send requests that need a fresh proof of identity. */
export function useProof(): Proof {
  const loadOrToast = useLoadOrToast();
  const [settle, setSettle] = useState<(isProven: boolean) => void>();
  const askForProof = async (): Promise<boolean> => {
    if (!(await loadOrToast(ProofDialog))) return false;
    const isProven = await new Promise<boolean>((resolve) => setSettle(() => resolve));
    setSettle(undefined);
    return isProven;
  };
  const withProof = async <T,>(send: () => Promise<T>): Promise<T> => {
    try {
      return await send();
    } catch (error) {
      if (!needsProof(error) || !(await askForProof())) throw error;
      return send();
    }
  };
  return { withProof, proofDialog: settle && <Suspense>{<ProofDialog onEnd={settle} />}</Suspense> };
}

/** Whether the server asks for a fresh proof of identity. */
export function needsProof(error: unknown): boolean {
  return error instanceof ApiRequestError && error.problem?.code === 'proof_required';
}
