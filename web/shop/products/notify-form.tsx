import type { ReactNode } from 'react';
import type { FormState } from '#contract/forms.ts';
import { CUSTOMER_AREA, NOTIFY_PATH } from '#contract/pages.ts';
import type { Product, Variant } from '#contract/products.ts';
import { isBuyable, mayBecomeBuyable } from '#domain/catalogue/availability.ts';
import { FormError, FormField } from '../pages/support-pages.tsx';
import { useCommonTranslations, useLocalePath, useShopTranslations } from '../shop-context.tsx';

/** Where the form stands on the page; each format that cannot be bought leads to it. */
export const NOTIFY_ID = 'notify';

/** Asks to be told when a format can be bought: folded where another can be bought now. */
export function NotifyForm({ product }: { product: Product }) {
  const t = useShopTranslations();
  const awaited = product.variants.filter(mayBecomeBuyable);
  if (awaited.length === 0) return null;
  if (product.variants.some(isBuyable))
    return (
      <details className="notify">
        <summary>{t('notify.other')}</summary>
        <AlertForm product={product} awaited={awaited} />
      </details>
    );
  return (
    <section className="notify" aria-labelledby="notify-title">
      <h2 id="notify-title">{t('notify.title')}</h2>
      <AlertForm product={product} awaited={awaited} />
    </section>
  );
}

type AlertFormProps = { product: Product; awaited: readonly Variant[]; form?: FormState };

/** Asks for the email about one of the awaited formats. */
export function AlertForm({ product, awaited, form }: AlertFormProps) {
  const t = useShopTranslations();
  const added = t('notify.added', { title: product.title });
  return (
    <NewsForm id={NOTIFY_ID} name="notify" path={NOTIFY_PATH} added={added} form={form}>
      <FormatChoice awaited={awaited} chosen={form?.values.vid} />
    </NewsForm>
  );
}

type NewsFormProps = {
  id?: string;
  /** The messages of its texts. */
  name: 'notify' | 'requestTitle';
  path: string;
  /** What is said once it is sent. */
  added: string;
  form: FormState | undefined;
  children: ReactNode;
};

/** A real form that asks for an email of the shop: a guest gives an address; a member, whom a script knows, none. */
export function NewsForm({ id, name, path, added, form, children }: NewsFormProps) {
  const t = useShopTranslations();
  const link = useLocalePath();
  return (
    <form
      id={id}
      className="notify-form"
      method="post"
      action={link(path)}
      noValidate
      data-island="notify"
      data-added={added}
      data-manage={t('notify.manage')}
      data-manage-href={`${CUSTOMER_AREA}/alerts`}
      data-failed={t('notify.failed')}
    >
      <FormError form={form}>{t(`${name}.invalid`)}</FormError>
      <p>{t(`${name}.text`)}</p>
      {children}
      <div className="for-guest">
        <FormField form={form} name="email" label={t('notify.email')} hint={t('notify.emailHint')}>
          {(wiring) => <input type="email" maxLength={254} autoComplete="email" dir="ltr" {...wiring} />}
        </FormField>
      </div>
      <p>
        <button className={name === 'notify' ? 'button button-quiet' : 'button'}>{t(`${name}.submit`)}</button>
      </p>
    </form>
  );
}

function FormatChoice({ awaited, chosen }: { awaited: readonly Variant[]; chosen: string | undefined }) {
  const t = useShopTranslations();
  const common = useCommonTranslations();
  const [first] = awaited;
  if (awaited.length === 1) return <input type="hidden" name="vid" value={first!.id} />;
  const isChosen = (id: number) =>
    awaited.some((one) => String(one.id) === chosen) ? String(id) === chosen : id === first!.id;
  return (
    <fieldset className="notify-formats">
      <legend>{t('notify.format')}</legend>
      {awaited.map(({ id, format, isbn }) => (
        <label key={id}>
          <input type="radio" name="vid" value={id} defaultChecked={isChosen(id)} />
          <span>
            {common(`formats.${format}`)}
            {hasTwin(awaited, format) && isbn && (
              <>
                {' '}
                <bdi dir="ltr">{isbn}</bdi>
              </>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Whether several editions have this format, so that its name alone does not tell them apart. */
function hasTwin(variants: readonly Variant[], format: Variant['format']): boolean {
  return variants.filter((one) => one.format === format).length > 1;
}
