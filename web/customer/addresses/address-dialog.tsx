import { Dialog } from '@base-ui/react/dialog';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import * as z from 'zod/mini';
import { ADDRESS_FIELDS, EMPTY_ADDRESS, pickAddress, type AddressValues } from '#contract/options.ts';
import { servedZip, saveAddressBody } from '#contract/forms.ts';
import type { Address } from '#contract/account.ts';
import { formatPhone } from '#domain/phone.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { useDeliveryZones } from '../../cart/delivery-zones.ts';
import { AddressFields } from '../../forms/address-fields.tsx';
import { discardDraft, useDraft } from '../../forms/drafts.ts';
import { Form, FormError } from '../../forms/form.tsx';
import { TitledDialog } from '../dialogs/dialog.tsx';
import { useApiForm } from '../page/use-api-form.ts';
import { showToast } from '../shell/toasts.tsx';
import type { DialogState } from '../dialogs/dialog.tsx';

type AddressDialogProps = DialogState & {
  /** The address to change; without it a new one is added. */
  address?: Address | undefined;
};

/** Adds an address or changes one. */
export function AddressDialog({ address, ...dialog }: AddressDialogProps) {
  const t = useTranslations('area.addresses');
  return (
    <TitledDialog title={address ? t('editTitle') : t('add')} {...dialog}>
      <AddressForm address={address} onSaved={() => dialog.onOpenChange(false)} />
    </TitledDialog>
  );
}

type AddressFormValues = AddressValues & { id?: string };

function AddressForm({ address, onSaved }: { address: Address | undefined; onSaved: () => void }) {
  const t = useTranslations('area.addresses');
  const { form, submit, errorMessage, isBusy, discard } = useAddressForm(address, onSaved);
  return (
    <Form form={form} submit={submit}>
      <AddressFields />
      <FormError>{errorMessage}</FormError>
      <div className="dialog-actions">
        <Dialog.Close className="button button-quiet" onClick={discard}>
          {t('cancel')}
        </Dialog.Close>
        <button className="button" disabled={isBusy}>
          {t('save')}
        </button>
      </div>
    </Form>
  );
}

/** The values outlive the dialog as a draft until they are saved or discarded. */
function useAddressForm(address: Address | undefined, onSaved: () => void) {
  const t = useTranslations('area.addresses');
  const queries = useQueryClient();
  const draft = address ? `address-${address.id}` : 'address';
  const discard = () => discardDraft(draft);
  const addressForm = useApiForm<AddressFormValues>({
    schema: z.extend(saveAddressBody, { zip: servedZip(useDeliveryZones()) }),
    defaultValues: address ? toFormValues(address) : EMPTY_ADDRESS,
    send: async (body) => {
      await sendRequest('saveAddress', { body });
      discard();
      await queries.invalidateQueries({ queryKey: ['addresses'] });
      showToast({ text: t('saved') });
      onSaved();
    },
  });
  useDraft(addressForm.form, { name: draft, fields: ADDRESS_FIELDS });
  return { ...addressForm, discard };
}

function toFormValues(address: Address): AddressFormValues {
  const { id, phone, line2 } = address;
  return { ...pickAddress(address), id, phone: formatPhone(phone), line2: line2 ?? '' };
}
