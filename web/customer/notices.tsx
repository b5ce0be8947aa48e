import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

export type Notice = { title?: string; text: string; kind?: 'good' | 'danger' | 'warning'; milliseconds?: number };

/** Short messages that come and go at the edge of the page. */
export function Notices({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider>
      {children}
      <NoticeList />
    </Toast.Provider>
  );
}

/** Shows a message for a while (5 seconds unless said otherwise). */
export function useNotify(): (notice: Notice) => void {
  const { add } = Toast.useToastManager();
  return ({ title, text, kind = 'good', milliseconds = 5000 }) =>
    add({
      title: title ?? text,
      description: title && text,
      type: kind,
      timeout: milliseconds,
      priority: kind === 'good' ? 'low' : 'high',
    });
}

function NoticeList() {
  const t = useTranslations('customer');
  const { toasts } = Toast.useToastManager();
  return (
    <Toast.Portal>
      <Toast.Viewport className="notices" aria-label={t('site.notices')}>
        {toasts.map((toast) => (
          <Toast.Root key={toast.id} toast={toast} className={`toast toast-${toast.type}`}>
            <Toast.Content className="toast-content">
              <Toast.Title className="toast-title" />
              <Toast.Description />
            </Toast.Content>
            <Toast.Close className="tool" aria-label={t('site.close')}>
              <X aria-hidden="true" size={18} />
            </Toast.Close>
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  );
}
