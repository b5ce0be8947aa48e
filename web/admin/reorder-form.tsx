import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { StockHistory } from '#contract/admin-stock.ts';
import { MAX_LOW_STOCK, MAX_ON_ORDER } from '#domain/reorder.ts';
import { sendRequest } from '../browser/api-client.ts';
import { showToast } from '../customer/shell/toasts.tsx';
import { useStaffErrorToast } from './error-toast.ts';

type Reorder = StockHistory['reorder'];

/** At how many copies a format is low, and how many are on order; each is saved where it was changed. */
export function ReorderForm({ id, reorder }: { id: number; reorder: Reorder }) {
  const t = useTranslations('adminInventory.reorder');
  const save = useSave(id, reorder);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const own = String(data.get('low_stock'));
    save.mutate({ low_stock: own === '' ? null : Number(own), on_order: Number(data.get('on_order')) });
  };
  return (
    <form
      key={`${reorder.low_stock} ${reorder.on_order}`}
      className="admin-row-form inventory-correction"
      aria-label={t('title')}
      onSubmit={submit}
    >
      <label className="field">
        <span>{t('lowStock')}</span>
        <input
          type="number"
          name="low_stock"
          min={0}
          max={MAX_LOW_STOCK}
          defaultValue={reorder.low_stock ?? ''}
          placeholder={String(reorder.shop_low_stock)}
        />
      </label>
      <label className="field">
        <span>{t('onOrder')}</span>
        <input type="number" name="on_order" min={0} max={MAX_ON_ORDER} defaultValue={reorder.on_order} required />
      </label>
      <button className="button button-quiet" disabled={save.isPending}>
        {t('save')}
      </button>
    </form>
  );
}

function useSave(id: number, reorder: Reorder) {
  const t = useTranslations('adminInventory.reorder');
  const queries = useQueryClient();
  const onError = useStaffErrorToast({ edited_meanwhile: t('meanwhile') });
  return useMutation({
    mutationFn: async ({ low_stock: lowStock, on_order: onOrder }: Pick<Reorder, 'low_stock' | 'on_order'>) => {
      if (lowStock !== reorder.low_stock)
        await sendRequest('setLowStock', { body: { id, before: reorder.low_stock, copies: lowStock } });
      if (onOrder !== reorder.on_order)
        await sendRequest('setOnOrder', { body: { lines: [{ id, before: reorder.on_order, copies: onOrder }] } });
    },
    onSuccess: () => showToast({ text: t('done') }),
    onError,
    onSettled: () =>
      Promise.all(
        ['stock-history', 'low-stock', 'suggestions', 'work-list'].map((key) =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
}
