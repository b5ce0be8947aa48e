import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { formatDate } from '#domain/dates.ts';
import { senFromRinggit } from '#domain/money.ts';
import { PAYMENT_METHODS } from '#domain/orders/payment.ts';
import { sendRequest } from '../browser/api-client.ts';
import { useMoney, useReaderLocale } from '../ui/text.tsx';
import { BarChart } from './chart.tsx';

/** Takings and what is open, of the month that is now unless another is given. */
export function useMoneyOf(month: string | undefined) {
  return useQuery({
    queryKey: ['money', month],
    queryFn: ({ signal }) => sendRequest('getMoney', { query: { month }, signal }),
  });
}

/** What came in on each day of a month, by payment method. */
export function TakingsChart({ month }: { month?: string | undefined }) {
  const t = useTranslations('admin.chart');
  const methods = useTranslations('common.payment.methods');
  const locale = useReaderLocale();
  const money = useMoney();
  const found = useMoneyOf(month);
  if (!found.data) return null;
  return (
    <BarChart
      title={t('takings')}
      unit={t('day')}
      series={PAYMENT_METHODS.map((method) => methods(method))}
      bars={found.data.days.map(({ day, received }) => ({
        label: formatDate(day, locale),
        parts: PAYMENT_METHODS.map((method) => senFromRinggit(received[method])),
      }))}
      format={money}
    />
  );
}
