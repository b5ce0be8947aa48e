import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { formatDateTime } from '#domain/dates.ts';
import { senFromRinggit, ringgitFromSen, type Sen } from '#domain/money.ts';
import type { OnlineMethod } from '#domain/orders/payment.ts';
import { useMoney, useReaderLocale } from '../ui/text.tsx';
import { Copy } from 'lucide-react';
import { copyToClipboard } from '../ui/copy-to-clipboard.ts';

export type PaymentOptionsProps = {
  order: Pick<Order, 'payable' | 'payment'>;
  /** What leads to the provider's page in each way of paying. */
  renderMethods: (methods: readonly OnlineMethod[]) => ReactNode;
  /** Draws the QR code of a transfer. */
  renderQrCode: (text: string) => ReactNode;
};

/** How an order that is not paid yet can be paid: at the provider where the shop has one, and by transfer. */
export function PaymentOptions({ order: { payable, payment }, renderMethods, renderQrCode }: PaymentOptionsProps) {
  const t = useTranslations('common.payment');
  const locale = useReaderLocale();
  const money = useMoney();
  const { status, due_at: dueAt, online = [], instructions } = payment;
  if (status !== 'pending') return null;
  const owed = senFromRinggit(payable);
  const amount = money(owed);
  const isOnline = online.length > 0;
  return (
    <>
      {dueAt && <p className="alert">{t('due', { moment: formatDateTime(dueAt, locale) })}</p>}
      {isOnline && (
        <section className="pay">
          <h2>{t('pay', { amount })}</h2>
          <div className="payment-links">{renderMethods(online)}</div>
        </section>
      )}
      {instructions && (
        <BankTransfer
          title={t(isOnline ? 'orTransfer' : 'transfer', { amount })}
          amount={owed}
          account={instructions}
          qr={instructions.qr && renderQrCode(instructions.qr)}
        />
      )}
    </>
  );
}

/** After returning from the provider, waits for its confirmation instead of offering to pay again. */
export function PaymentPending({ children }: { children: ReactNode }) {
  const t = useTranslations('common.payment');
  return (
    <div className="alert" role="status">
      <p>{t('processing')}</p>
      <p className="payment-links">{children}</p>
    </div>
  );
}

type PaymentLinksProps = { methods: readonly OnlineMethod[]; hrefOf: (method: OnlineMethod) => string };

/** The ways to the payment provider by links, for who is not signed in. */
export function PaymentLinks({ methods, hrefOf }: PaymentLinksProps) {
  const t = useTranslations('common.payment.methods');
  return methods.map((method) => (
    <a key={method} className="button" href={hrefOf(method)} rel="nofollow">
      {t(method)}
    </a>
  ));
}

type BankAccount = { bank: string; account_name: string; account_number: string; reference: string };

type BankTransferProps = { title: string; amount: Sen; account: BankAccount; qr?: ReactNode };

/** How much to transfer to which account, and what to write on it, each to be copied; a QR code that says it all. */
export function BankTransfer({ title, amount, account, qr }: BankTransferProps) {
  const t = useTranslations('common.transfer');
  const money = useMoney();
  return (
    <section className="transfer">
      <h2>{title}</h2>
      <dl>
        <TransferRow name={t('amount')} text={money(amount)} copied={ringgitFromSen(amount).toFixed(2)} />
        <TransferRow name={t('bank')} text={account.bank} />
        <TransferRow name={t('accountName')} text={account.account_name} />
        <TransferRow
          name={t('accountNumber')}
          text={account.account_number}
          copied={account.account_number.replace(/\s/g, '')}
        />
        <TransferRow name={t('reference')} text={account.reference} copied={account.reference} />
      </dl>
      {qr}
    </section>
  );
}

/** `copied` is what a button copies; without it there is none. */
function TransferRow({ name, text, copied }: { name: string; text: string; copied?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{copied ? <CopyableText name={name} text={text} value={copied} /> : <bdi>{text}</bdi>}</dd>
    </div>
  );
}

type CopyableTextProps = { name: string; text: string; value: string };

/** A value with a button that copies it as a form takes it. */
export function CopyableText({ name, text, value }: CopyableTextProps) {
  const t = useTranslations('common.copy');
  return (
    <span className="copyable">
      <bdi>{text}</bdi>
      <button
        type="button"
        className="button-plain needs-script no-print"
        aria-label={t('label', { name })}
        data-click="copy"
        data-copy={value}
        data-done={t('done')}
        onClick={(event) => void copyToClipboard(event.currentTarget)}
      >
        <Copy aria-hidden="true" size={16} />
        {t('button')}
      </button>
      <span className="copyable-done" role="status" />
    </span>
  );
}
