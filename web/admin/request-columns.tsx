import { useMemo, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import type { Column } from './data-table.tsx';

/** Columns that lists of requests by customers have in common. */
export function useRequestColumns() {
  const t = useTranslations('admin.table');
  const moment = useDateTimeFormat();
  return useMemo(
    () => ({
      status: <Row,>(nameOf: (row: Row) => ReactNode): Column<Row> => ({
        id: 'status',
        header: t('status'),
        cell: (row) => <span className="order-state">{nameOf(row)}</span>,
      }),
      reason: <Row,>(nameOf: (row: Row) => ReactNode): Column<Row> => ({
        id: 'reason',
        header: t('reason'),
        className: 'is-detail',
        cell: nameOf,
      }),
      customer: {
        id: 'customer',
        header: t('customer'),
        className: 'is-detail',
        cell: ({ email }: { email: string }) => <bdi>{email}</bdi>,
      } as const,
      date: <Row,>(timeOf: (row: Row) => string): Column<Row> => ({
        id: 'date',
        header: t('date'),
        className: 'is-detail',
        cell: (row) => moment(timeOf(row)),
      }),
    }),
    [t, moment],
  );
}
