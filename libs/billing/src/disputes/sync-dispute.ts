import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import { DisputeGateway } from '@portal/stripe-gateway';
import { FindPaid } from '../adjustments/find-paid.js';
import { DisputesRepository } from './disputes.repository.js';
import { RecordDispute } from './record-dispute.js';

const MAX_TRIES = 5;

/**
 * Handles an event about a dispute: fetches the dispute and uses only what was fetched. If another process has stored
 * an observation meanwhile, it fetches again, so repeated, late or unordered events have the same result.
 */
@Injectable()
export class SyncDispute {
  constructor(
    private readonly database: Database,
    private readonly disputes: DisputesRepository,
    private readonly gateway: DisputeGateway,
    private readonly findPaid: FindPaid,
    private readonly record: RecordDispute,
  ) {}

  /** `dp_…` or `du_…`. Ignores disputes of payments that are not ours. False when the provider does not know the id. */
  async execute(providerDisputeId: string): Promise<boolean> {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const version = await this.disputes.versionOf(this.database, providerDisputeId);
      const observed = await this.gateway.findDispute(providerDisputeId);
      if (!observed) return false;
      if (!observed.paymentIntentId) return true;
      const paid = await this.findPaid.execute(observed.paymentIntentId);
      if (!paid) return true;
      if (await this.record.observed(paid, observed, version)) return true;
    }
    throw new Error(`dispute ${providerDisputeId} keeps changing; it is fetched again later`);
  }
}
