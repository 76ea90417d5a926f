import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import { RefundGateway, type ProviderRefund } from '@portal/stripe-gateway';
import { FindPaid } from '../adjustments/find-paid.js';
import { RefundsRepository } from './refunds.repository.js';
import { RecordRefund, type KnownRefund } from './record-refund.js';

const MAX_TRIES = 5;

/**
 * Handles an event about a refund, made here or in the provider's dashboard: fetches the refund and uses only what was
 * fetched. If another process has stored an observation meanwhile, it fetches again, so that the state never goes
 * backwards.
 */
@Injectable()
export class SyncRefund {
  constructor(
    private readonly database: Database,
    private readonly refunds: RefundsRepository,
    private readonly gateway: RefundGateway,
    private readonly findPaid: FindPaid,
    private readonly record: RecordRefund,
  ) {}

  /** `re_…`. Ignores refunds of payments that are not ours. False when the provider does not know the id. */
  async execute(providerRefundId: string): Promise<boolean> {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const known = await this.refunds.findByProviderId(this.database, providerRefundId);
      const observed = await this.gateway.findRefund(providerRefundId);
      if (!observed) return false;
      if (!observed.paymentIntentId) return true;
      const paid = await this.findPaid.execute(observed.paymentIntentId);
      if (!paid) return true;
      const ours = known ?? (await this.ours(observed, paid.id));
      if (ours !== 'overtaken' && (await this.record.observed(paid, observed, ours))) return true;
    }
    throw new Error(`refund ${providerRefundId} keeps changing; it is fetched again later`);
  }

  /** Syncs all refunds of a charge, because the event about a refunded charge names only the charge. */
  async executeForCharge(chargeId: string): Promise<void> {
    const paymentIntentId = await this.gateway.paymentOfCharge(chargeId);
    if (paymentIntentId === undefined) return;
    for (const { refundId } of await this.gateway.findRefundsOfPayment(paymentIntentId)) await this.execute(refundId);
  }

  private async ours(observed: ProviderRefund, paymentId: string): Promise<KnownRefund | undefined | 'overtaken'> {
    const id = observed.metadata['refund_id'];
    if (id === undefined || !/^[0-9a-f-]{36}$/.test(id)) return undefined;
    const row = await this.refunds.find(this.database, id);
    if (row?.payment_id !== paymentId) return undefined;
    if (row.provider_refund_id === null) return row;
    // Our refund has another id at the provider, so someone copied the metadata in the dashboard.
    return row.provider_refund_id === observed.refundId ? 'overtaken' : undefined;
  }
}
