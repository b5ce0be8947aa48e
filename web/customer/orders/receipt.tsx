import { Printer } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { getReceipt } from '#contract/receipts.ts';
import { fetchFile } from '../../browser/client.ts';
import { useReaderLocale } from '../../ui/use-reader-locale.ts';
import { DownloadButton } from '../download-button.tsx';

/** Fetches an order's receipt or invoice, a PDF in the language of the page, and saves it. */
export function DownloadReceipt({ order: { id, number, payment } }: { order: Order }) {
  const t = useTranslations('area.orders');
  const locale = useReaderLocale();
  return (
    <DownloadButton fetch={() => fetchFile(getReceipt, { params: { id }, query: { locale } })} name={`${number}.pdf`}>
      {t(payment.status === 'pending' ? 'invoice' : 'receipt')}
    </DownloadButton>
  );
}

export function PrintOrder() {
  const t = useTranslations('area.orders');
  return (
    <button type="button" className="button button-quiet" onClick={() => print()}>
      <Printer aria-hidden="true" size={18} />
      {t('print')}
    </button>
  );
}
