import { Dialog } from '@base-ui/react/dialog';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveAddress, type Address } from '#contract/addresses.ts';
import { call } from '../../browser/client.ts';
import { AddressFields } from '../../forms/address-fields.tsx';
import { Form, Refused } from '../../forms/form.tsx';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { TitledDialog } from '../titled-dialog.tsx';
import { useNotify } from '../notices.tsx';
import type { Opening } from '../use-opening.ts';
import { useRefusal } from '../use-refusal.ts';

type AddressDialogProps = Opening & {
  /** The one to change; without it a new one is made. */
  address?: Address | undefined;
};

/** The form for a new address, or for changing one. */
export function AddressDialog({ address, ...opening }: AddressDialogProps) {
  const t = useTranslations('area.addresses');
  return (
    <TitledDialog title={address ? t('editTitle') : t('add')} {...opening}>
      <AddressForm address={address} onDone={() => opening.onOpenChange(false)} />
    </TitledDialog>
  );
}

type AddressForm = {
  id?: string;
  name: string;
  phone: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  zip: string;
};

const EMPTY: AddressForm = { name: '', phone: '', line1: '', line2: '', city: '', state: '', zip: '' };

function AddressForm({ address, onDone }: { address: Address | undefined; onDone: () => void }) {
  const t = useTranslations('area.addresses');
  const { form, submit, error } = useAddressForm(address, onDone);
  return (
    <Form form={form} submit={submit}>
      <AddressFields />
      <Refused>{error}</Refused>
      <div className="dialog-actions">
        <Dialog.Close className="button button-quiet">{t('cancel')}</Dialog.Close>
        <button className="button" disabled={form.formState.isSubmitting}>
          {t('save')}
        </button>
      </div>
    </Form>
  );
}

function useAddressForm(address: Address | undefined, onDone: () => void) {
  const t = useTranslations('area.addresses');
  const queries = useQueryClient();
  const notify = useNotify();
  const refusal = useRefusal();
  const [error, setError] = useState<string>();
  const form = useContractForm<AddressForm>(saveAddress.body, address ? fieldsOf(address) : EMPTY);
  const submit = form.handleSubmit(async (body) => {
    setError(undefined);
    try {
      await call(saveAddress, { body });
      await queries.invalidateQueries({ queryKey: ['addresses'] });
      notify({ text: t('saved') });
      onDone();
    } catch (failure) {
      if (!showFieldErrors(form, failure)) setError(refusal(failure));
    }
  });
  return { form, submit, error };
}

function fieldsOf({ id, name, phone, line1, line2, city, state, zip }: Address): AddressForm {
  return { id, name, phone, line1, line2: line2 ?? '', city, state, zip };
}
