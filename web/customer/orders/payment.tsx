import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { OnlineMethod } from '#domain/orders/payment.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { useErrorToast } from '../shell/toasts.tsx';
import { Suspense } from 'react';
import { lazyWithPreload } from '../shell/lazy-with-preload.ts';

/** The buttons that start an online payment of the customer's own order; one request at a time. */
export function PaymentButtons({ id, methods }: { id: string; methods: readonly OnlineMethod[] }) {
  const t = useTranslations('common.payment.methods');
  const showErrorToast = useErrorToast();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (method: OnlineMethod) => sendRequest('startPayment', { body: { id, method } }),
    networkMode: 'always',
    onSuccess: ({ redirect }) => location.assign(redirect),
    onError: (error) => {
      showErrorToast(error);
      void queries.invalidateQueries({ queryKey: ['orders'] });
    },
  });
  return methods.map((method) => (
    <button
      key={method}
      type="button"
      className="button"
      aria-disabled={isPending}
      onClick={() => isPending || mutate(method)}
    >
      {t(method)}
    </button>
  ));
}

const QrCode = lazyWithPreload(async () => (await import('../../ui/qr-code.tsx')).QrCode, { onError: 'hide' });

/** The QR code of a bank transfer, rendered once its script is loaded. */
export function renderQrCode(text: string) {
  return (
    <Suspense fallback={<QrCodePlaceholder />}>
      <QrCode text={text} />
    </Suspense>
  );
}

/** As large as the QR code, so that there is no layout shift. */
function QrCodePlaceholder() {
  const t = useTranslations('common.transfer');
  return (
    <figure className="qr">
      <svg viewBox="0 0 1 1" aria-hidden="true" />
      <figcaption>{t('qr')}</figcaption>
    </figure>
  );
}
