import type { Config } from '../config.ts';

/** Where to transfer the money, and what to write on it. */
export type BankTransfer = { bank: string; account_name: string; account_number: string; reference: string };

export function bankTransfer(config: Config, orderNumber: string): BankTransfer {
  return {
    bank: config.bankName,
    account_name: config.shopName,
    account_number: config.bankAccount,
    reference: orderNumber,
  };
}
