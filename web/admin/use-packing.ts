import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Parcel } from '#contract/admin-fulfilment.ts';
import { addCopy, isPacked, scanCopy, type PackedCopies, type ScanResult } from '#domain/orders/packing.ts';
import { ApiRequestError, sendRequest } from '../browser/api-client.ts';
import { getTabStored, removeTabStored, setTabStored } from '../browser/storage.ts';
import { useErrorToast } from '../customer/shell/toasts.tsx';
import { playRefusal } from './packing-sound.ts';

/** Why something was refused; its number makes the same sentence heard again. */
export type Refusal = { text: string; count: number };

/**
 * Scanning copies into the parcel of an order, which is marked as packed with the last one. What is in the parcel so far
 * outlives a reload of this tab: it lies on the table in front of whoever packs, and on no other.
 */
export function usePacking({ number, lines }: Parcel, hasSound: boolean) {
  const t = useTranslations('adminFulfilment.pack');
  const [packed, setPacked] = useStoredCopies(number, lines);
  const [refusal, setRefusal] = useState<Refusal>();
  const refuse = (text: string) => {
    setRefusal((before) => ({ text, count: (before?.count ?? 0) + 1 }));
    if (hasSound) playRefusal();
  };
  const finish = useFinish(number, refuse);
  const take = (result: ScanResult, scanned: string) => {
    if (result.kind === 'unreadable') return refuse(t('unreadable', { text: scanned }));
    if (result.kind === 'wrong_book') return refuse(t('wrongBook', { isbn: result.isbn }));
    if (result.kind === 'too_many')
      return refuse(t('tooMany', { title: lines.find(({ id }) => id === result.lineId)!.title }));
    setRefusal(undefined);
    setPacked(result.packed);
    if (isPacked(lines, result.packed)) finish.mutate(result.packed);
  };
  return {
    packed,
    refusal,
    refuse,
    isFinishing: finish.isPending,
    isWhole: isPacked(lines, packed),
    scan: (text: string) => take(scanCopy(lines, packed, text), text),
    countOne: (lineId: string) => take(addCopy(packed, lineId), lineId),
    finish: () => finish.mutate(packed),
    restart: () => {
      setPacked({});
      setRefusal(undefined);
    },
  };
}

const storedKey = (number: string) => `packing.${number}`;

/** Copies of lines that the order still has, as this tab kept them. */
function useStoredCopies(number: string, lines: Parcel['lines']) {
  const [packed, setPacked] = useState<PackedCopies>(() => readCopies(number));
  const known = lines.flatMap(({ id, qty }) => (packed[id] ? [[id, Math.min(packed[id], qty)] as const] : []));
  const change = (copies: PackedCopies) => {
    setPacked(copies);
    setTabStored(storedKey(number), JSON.stringify(copies));
  };
  return [Object.fromEntries(known), change] as const;
}

function readCopies(number: string): PackedCopies {
  try {
    return (JSON.parse(getTabStored(storedKey(number)) ?? '{}') as PackedCopies | null) ?? {};
  } catch {
    return {};
  }
}

/** Marks the order as packed; whoever was slower, or packs what was cancelled meanwhile, sees the order as it is now. */
function useFinish(number: string, refuse: (text: string) => void) {
  const t = useTranslations('adminFulfilment.pack');
  const errors = useTranslations('admin.errors');
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  return useMutation({
    mutationFn: (packed: PackedCopies) => {
      const lines = Object.entries(packed).map(([id, qty]) => ({ id, qty }));
      return sendRequest('packOrder', { body: { number, lines } });
    },
    onSuccess: () => removeTabStored(storedKey(number)),
    onError: (error) => {
      const code = error instanceof ApiRequestError ? error.problem?.code : undefined;
      if (code === 'edited_meanwhile') refuse(t('changed'));
      else if (code === 'embargoed' || code === 'awaiting_stock') refuse(errors(code));
      else if (code !== 'too_late') showErrorToast(error);
    },
    onSettled: () =>
      Promise.all([['orders'], ['order'], ['work-list']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
