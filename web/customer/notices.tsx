import { X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { dismiss, notify, onNotices, shownNotices, type Notice, type ShownNotice } from './notice-queue.ts';

export type { Notice };

/** Short messages that come and go at the edge of the page. */
export function Notices({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <NoticeList />
    </>
  );
}

/** Shows a message for a while (5 seconds unless said otherwise). */
export function useNotify(): (notice: Notice) => void {
  return notify;
}

/** Both regions always stand there, so that what comes into them is read out: at once what went wrong. */
function NoticeList() {
  const t = useTranslations('customer.site');
  const notices = useSyncExternalStore(onNotices, shownNotices);
  const { list, isHeld } = useHeld();
  const show = (notice: ShownNotice) => <NoticeItem key={notice.id} notice={notice} isHeld={isHeld} />;
  return (
    <section ref={list} className="notices" aria-label={t('notices')}>
      <div role="status">{notices.filter(({ kind }) => kind === 'good').map(show)}</div>
      <div role="alert">{notices.filter(({ kind }) => kind !== 'good').map(show)}</div>
    </section>
  );
}

/** Nothing goes away while it is pointed at or holds the focus. */
function useHeld() {
  const list = useRef<HTMLElement>(null);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const on = (event: string, held: boolean) =>
      list.current?.addEventListener(event, () => setHeld(held), { signal: listening.signal });
    on('pointerenter', true);
    on('pointerleave', false);
    on('focusin', true);
    on('focusout', false);
    return () => listening.abort();
  }, []);
  return { list, isHeld };
}

function NoticeItem({ notice, isHeld }: { notice: ShownNotice; isHeld: boolean }) {
  const t = useTranslations('customer.site');
  const { id, title, text, kind, milliseconds, action } = notice;
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismiss(id), milliseconds);
    return () => clearTimeout(timer);
  }, [id, milliseconds, isHeld]);
  return (
    <div className={`toast toast-${kind}`}>
      <div className="toast-content">
        {title && <h2 className="toast-title">{title}</h2>}
        <p>
          <bdi>{text}</bdi>
        </p>
        {action && (
          <button type="button" className="button-plain" onClick={action.act}>
            {action.label}
          </button>
        )}
      </div>
      <button type="button" className="tool" aria-label={t('close')} onClick={() => dismiss(id)}>
        <X aria-hidden="true" size={18} />
      </button>
    </div>
  );
}
