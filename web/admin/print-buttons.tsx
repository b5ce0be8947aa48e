import { useMutation } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PAPER_NAMES, PRINT_KINDS, type PaperName, type PrintKind } from '#domain/orders/packing.ts';
import { BULK_ORDERS } from '#domain/orders/staff-work.ts';
import { downloadFile, fetchFile } from '../browser/api-client.ts';
import { getStored, setStored } from '../browser/storage.ts';
import { useErrorToast } from '../customer/shell/toasts.tsx';

/** Packing slips and address labels of orders, on the paper that was chosen last. */
export function PrintButtons({ numbers }: { numbers: readonly string[] }) {
  const t = useTranslations('admin.print');
  const [paper, setPaper] = useStoredPaper();
  const showErrorToast = useErrorToast();
  const print = useMutation({
    mutationFn: async (kind: PrintKind) => {
      for (let from = 0; from < numbers.length; from += BULK_ORDERS) {
        const query = { paper, number: numbers.slice(from, from + BULK_ORDERS) };
        const file = await fetchFile('printParcels', { params: { kind }, query });
        downloadFile(file, numbers.length === 1 ? `${numbers[0]}-${kind}.pdf` : `${kind}.pdf`);
      }
    },
    onError: showErrorToast,
  });
  return (
    <div className="print-buttons">
      {PRINT_KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          className="button button-quiet"
          disabled={print.isPending}
          onClick={() => print.mutate(kind)}
        >
          <Printer aria-hidden="true" size={18} />
          {t(kind)}
        </button>
      ))}
      <select aria-label={t('paper')} value={paper} onChange={({ target }) => setPaper(target.value as PaperName)}>
        {PAPER_NAMES.map((name) => (
          <option key={name} value={name}>
            {t(`papers.${name}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

function useStoredPaper() {
  const [paper, setPaper] = useState(() => PAPER_NAMES.find((name) => name === getStored('printPaper')) ?? 'a4');
  const change = (name: PaperName) => {
    setPaper(name);
    setStored('printPaper', name);
  };
  return [paper, change] as const;
}
