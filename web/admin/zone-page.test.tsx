import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import {
  getDeliverySettings,
  listSettingChanges,
  removeZone,
  saveZone,
  type DeliverySettings,
} from '#contract/admin-settings.ts';
import { addRoutes } from '#contract/routes.ts';
import { FakeServer, renderInArea, signIn } from '../testing/render.tsx';
import { ZonePage } from './zone-page.tsx';

addRoutes(ADMIN_ROUTES);

const settingsOf = (cost: number, version: number): DeliverySettings => ({
  dispatch: { weekdays: [1, 2, 3, 4, 5], cut_off: 720, holidays: [], version: 1 },
  zones: [
    {
      name: 'Islands',
      ranges: [{ from: '99900', to: '99949' }],
      cost,
      free_from: 300,
      transit: { from: 1, to: 2 },
      states: [],
      version,
    },
  ],
});

const price = () => screen.getByLabelText<HTMLInputElement>('Delivery in RM');
const type = (value: string) => fireEvent.change(price(), { target: { value } });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const submit = () => fireEvent.submit(price().form!);

async function saveHeld() {
  signIn();
  vi.stubGlobal('confirm', () => true);
  const server = new FakeServer()
    .on(getDeliverySettings, settingsOf(12.5, 1))
    .on(listSettingChanges, { rows: [] })
    .on(saveZone, undefined)
    .on(removeZone, undefined);
  await renderInArea(null, { at: '/zones/Islands', routes: [{ path: '/zones/:name', element: <ZonePage /> }] });
  await screen.findByLabelText('Delivery in RM');
  const answer = server.hold(getDeliverySettings);
  type('14');
  submit();
  await waitFor(() => expect(server.requestsOf(getDeliverySettings)).toHaveLength(2));
  return { server, answer: () => answer(settingsOf(14, 2)) };
}

test('a zone is removed only once the version that saving made is known', async () => {
  const { server, answer } = await saveHeld();
  fireEvent.click(button('Remove zone'));
  expect(server.bodiesOf(removeZone)).toEqual([]);
  answer();
  await waitFor(() => expect(button('Remove zone').disabled).toBe(false));
  fireEvent.click(button('Remove zone'));
  await waitFor(() => expect(server.bodiesOf(removeZone)).toEqual([{ name: 'Islands', version: 2 }]));
});

test('what is typed while a zone is saved stays, and is saved over the version that was made', async () => {
  const { server, answer } = await saveHeld();
  type('15');
  answer();
  await waitFor(() => expect(button('Save zone').disabled).toBe(false));
  expect(price().value).toBe('15');
  submit();
  await waitFor(() => expect(server.bodiesOf(saveZone)[1]).toMatchObject({ cost: 15, version: 2 }));
});
