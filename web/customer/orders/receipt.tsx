import { useMutation } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { getReceipt } from '#contract/receipts.ts';
import { fetchFile } from '../../browser/client.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useReaderLocale } from '../../ui/use-reader-locale.ts';
import { useNotify } from '../notices.tsx';
import { useRefusal } from '../use-refusal.ts';

/** Fetches an order's receipt or invoice, a PDF in the language of the page, and saves it. */
export function DownloadReceipt({ order }: { order: Order }) {
  const t = useTranslations('customer.orders');
  const download = useDownload(order);
  return (
    <button
      type="button"
      className="button button-quiet"
      disabled={download.isPending}
      onClick={() => download.mutate()}
    >
      <Download aria-hidden="true" size={18} />
      {download.isPending ? t('making') : t(order.payment.status === 'pending' ? 'invoice' : 'receipt')}
    </button>
  );
}

export function PrintOrder() {
  const t = useTranslations('customer.orders');
  return (
    <button type="button" className="button button-quiet" onClick={() => print()}>
      <Printer aria-hidden="true" size={18} />
      {t('print')}
    </button>
  );
}

function useDownload({ id, number }: Order) {
  const t = useTranslations('customer.trouble');
  const locale = useReaderLocale();
  const notify = useNotify();
  const refusal = useRefusal();
  return useMutation({
    mutationFn: () => fetchFile(getReceipt, { params: { id }, query: { locale } }),
    onSuccess: (file) => saveFile(file, `${number}.pdf`),
    onError: (error) => notify({ title: t('title'), text: refusal(error), kind: 'danger' }),
  });
}
