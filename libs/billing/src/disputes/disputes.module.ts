import { Module } from '@nestjs/common';
import { LedgerCoreModule } from '@portal/ledger';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { AdjustmentsModule } from '../adjustments/adjustments.module.js';
import { CollectionModule } from '../collection/collection.module.js';
import { PoliciesModule } from '../policies/policies.module.js';
import { AnswerDispute } from './answer-dispute.js';
import { BookDispute } from './book-dispute.js';
import { Disputes } from './disputes.js';
import { DisputesRepository } from './disputes.repository.js';
import { FinanceDisputesController } from './finance-disputes.controller.js';
import { SyncDispute } from './sync-dispute.js';
import { RecordDispute } from './record-dispute.js';

/** Disputed payments (chargebacks). */
@Module({
  imports: [LedgerCoreModule, StripeGatewayCoreModule, AdjustmentsModule, CollectionModule, PoliciesModule],
  providers: [AnswerDispute, BookDispute, Disputes, DisputesRepository, SyncDispute, RecordDispute],
  exports: [AnswerDispute, Disputes, DisputesRepository, SyncDispute],
})
export class DisputesModule {}

/** Routes of finance for disputes. */
@Module({
  imports: [DisputesModule],
  controllers: [FinanceDisputesController],
})
export class DisputesHttpModule {}
