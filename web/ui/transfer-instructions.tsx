import { useTranslations } from 'use-intl';

type Instructions = { bank: string; account_name: string; account_number: string; reference: string };

/** The account to transfer the money to, and what to write on it. */
export function TransferInstructions({ title, to }: { title: string; to: Instructions }) {
  const t = useTranslations('common.transfer');
  const rows = [
    [t('bank'), to.bank],
    [t('accountName'), to.account_name],
    [t('accountNumber'), to.account_number],
    [t('reference'), to.reference],
  ] as const;
  return (
    <section className="transfer">
      <h2>{title}</h2>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
