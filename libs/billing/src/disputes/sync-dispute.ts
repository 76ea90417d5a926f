import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import { DisputeGateway } from '@portal/stripe-gateway';
import { DisputeMails } from './dispute-mails.js';
import { FindPaid } from '../adjustments/find-paid.js';
import { DisputesRepository } from './disputes.repository.js';
import { RecordDispute } from './record-dispute.js';

const MAX_TRIES = 5;

/**
 * The provider says that something happened to a dispute: it is fetched, and only what was fetched counts. Whoever is
 * overtaken by another observation fetches again, so events in any order, doubled or late end the same.
 */
@Injectable()
export class SyncDispute {
  constructor(
    private readonly database: Database,
    private readonly disputes: DisputesRepository,
    private readonly gateway: DisputeGateway,
    private readonly findPaid: FindPaid,
    private readonly mails: DisputeMails,
    private readonly record: RecordDispute,
  ) {}

  /**
   * `dp_…` or `du_…`. A dispute of a payment that is not ours is left alone. False when the provider knows none of that id.
   */
  async execute(providerDisputeId: string): Promise<boolean> {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const version = await this.disputes.versionOf(this.database, providerDisputeId);
      const observed = await this.gateway.findDispute(providerDisputeId);
      if (!observed) return false;
      if (!observed.paymentIntentId) return true;
      const paid = await this.findPaid.execute(observed.paymentIntentId);
      if (!paid) return true;
      const contacts = await this.mails.contacts(paid.invoice_id);
      if (await this.record.observed(paid, observed, version, contacts)) return true;
    }
    throw new Error(`dispute ${providerDisputeId} keeps changing, to be followed later`);
  }
}
