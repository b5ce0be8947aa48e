import { ALERT_STATES } from '#domain/alert.ts';
import { listAllAlerts, type AlertSummary } from '../../server/alerts/availability-alerts.ts';
import type { Command } from '../command.ts';
import { formatTime } from '../output.ts';
import { listCommand } from '../resource-commands.ts';

export const alertCommands: readonly Command[] = [
  listCommand({
    name: 'alert list',
    summary: 'List who waits for which format, the newest first.',
    states: ALERT_STATES,
    isLimited: true,
    list: listAllAlerts,
    row: formatRow,
    empty: 'There are no such alerts.',
  }),
];

function formatRow({ state, email, is_guest, isbn, format, title, created_at }: AlertSummary) {
  return {
    state,
    email,
    account: is_guest ? 'none' : '',
    isbn: isbn ?? '',
    format,
    title,
    created: formatTime(created_at),
  };
}
