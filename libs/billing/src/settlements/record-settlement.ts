import { Injectable } from '@nestjs/common';
import { Ledger } from '@portal/ledger';
import type { Tx } from '@portal/platform/database';
import type { Settled } from '@portal/stripe-gateway';
import { conversionLegs, worthOf } from './conversion.js';
import { SettlementEntity } from './settlement.entity.js';

/** Stores how a movement of the provider's balance settled, and books its conversion. The caller has locked the invoice. */
@Injectable()
export class RecordSettlement {
  constructor(private readonly ledger: Ledger) {}

  /** Once per movement. `amountMinor` is not 0. */
  async execute(
    tx: Tx,
    of: Pick<SettlementEntity, 'paymentId' | 'cause' | 'currency'>,
    { balanceTransactionId: id, amountMinor: amount, feeMinor: fee, converted }: Settled,
  ): Promise<void> {
    const known = await tx.manager.findBy(SettlementEntity, { paymentId: of.paymentId });
    if (known.some((one) => one.id === id)) return;
    const { amountMinor: settled, currency } = converted ?? { amountMinor: amount, currency: of.currency };
    const exchangeRate = converted?.rate?.toString() ?? null;
    const row = { ...of, id, amount, settled, settledCurrency: currency, fee, exchangeRate, createdAt: tx.now };
    await tx.manager.insert(SettlementEntity, row);
    const before = known.filter((one) => one.settledCurrency === currency);
    const legs = converted ? conversionLegs(settled, worthOf(before, row), currency) : [];
    if (legs.length === 0) return;
    const source = { sourceType: 'settlement', sourceId: id, effectiveAt: tx.now };
    await this.ledger.post(tx, { kind: 'conversion', idempotencyKey: `fx:${id}`, ...source, legs });
  }
}
