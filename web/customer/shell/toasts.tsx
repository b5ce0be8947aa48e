import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { NoWrapNumbers } from '../../ui/text.tsx';
import { ApiRequestError } from '../../browser/api-client.ts';

/** Short messages at the edge of the page. Both live regions are always rendered, so that new toasts are read out. */
export function ToastRegion() {
  const t = useTranslations('customer.site');
  const shown = useSyncExternalStore(onToastsChange, activeToasts, activeToasts);
  const { list, isPaused } = usePauseOnHover();
  const render = (toast: ActiveToast) => <ToastItem key={toast.id} toast={toast} isPaused={isPaused} />;
  return (
    <section ref={list} className="toasts" aria-label={t('toasts')}>
      <div role="status">{shown.filter(({ kind }) => kind === 'success').map(render)}</div>
      <div role="alert">{shown.filter(({ kind }) => kind !== 'success').map(render)}</div>
    </section>
  );
}

/** No toast disappears while one of them is hovered or focused. */
function usePauseOnHover() {
  const list = useRef<HTMLElement>(null);
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const on = (event: string, pauses: boolean) =>
      list.current?.addEventListener(event, () => setPaused(pauses), { signal: listening.signal });
    on('pointerenter', true);
    on('pointerleave', false);
    on('focusin', true);
    on('focusout', false);
    return () => listening.abort();
  }, []);
  return { list, isPaused };
}

function ToastItem({ toast, isPaused }: { toast: ActiveToast; isPaused: boolean }) {
  const t = useTranslations('customer.site');
  const { id, title, text, kind, durationMs, action } = toast;
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setTimeout(() => dismissToast(id), durationMs);
    return () => clearTimeout(timer);
  }, [id, durationMs, isPaused]);
  return (
    <div className={`toast toast-${kind}`}>
      <div className="toast-content">
        {title && <h2 className="toast-title">{title}</h2>}
        <p>
          <bdi>
            <NoWrapNumbers text={text} />
          </bdi>
        </p>
        {action && (
          <button type="button" className="button-plain" onClick={action.onPress}>
            {action.label}
          </button>
        )}
      </div>
      <button type="button" className="tool" aria-label={t('close')} onClick={() => dismissToast(id)}>
        <X aria-hidden="true" size={18} />
      </button>
    </div>
  );
}

export type Toast = {
  title?: string;
  text: string;
  kind?: 'success' | 'danger' | 'warning';
  durationMs?: number;
  action?: { label: string; onPress: () => void };
};
/** A toast on the page. */
type ActiveToast = Toast & Required<Pick<Toast, 'kind' | 'durationMs'>> & { id: number };

const DEFAULT_DURATION_MS = 5000;

const toastListeners = new Set<() => void>();
let toasts: readonly ActiveToast[] = [];
let lastToastId = 0;

/** The toasts on the page, oldest first; the same array until it changes. */
function activeToasts(): readonly ActiveToast[] {
  return toasts;
}

function onToastsChange(callback: () => void): () => void {
  toastListeners.add(callback);
  return () => toastListeners.delete(callback);
}

/** Shows a message for a while (5 seconds by default). */
export function showToast(toast: Toast): void {
  setToasts([...toasts, { kind: 'success', durationMs: DEFAULT_DURATION_MS, ...toast, id: ++lastToastId }]);
}

export function dismissToast(id: number): void {
  setToasts(toasts.filter((toast) => toast.id !== id));
}

function setToasts(next: readonly ActiveToast[]): void {
  toasts = next;
  for (const listener of toastListeners) listener();
}

/** Shows why a request failed, where no form shows it. */
export function useErrorToast(): (error: unknown) => void {
  const t = useTranslations('customer.error');
  const errorMessage = useErrorMessage();
  return (error) => showToast({ title: t('title'), text: errorMessage(error), kind: 'danger' });
}

/** The message of a failed request: the server's, or that it could not be reached. */
export function useErrorMessage(): (error: unknown) => string {
  const t = useTranslations('customer');
  return (error) => (error instanceof ApiRequestError && error.problem?.detail) || t('error.offline');
}
