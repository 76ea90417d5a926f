import { Module } from '@nestjs/common';
import { LedgerCoreModule } from '@portal/ledger';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { Billing } from './billing.js';
import { ChangeSegment } from './change-segment.js';
import { ChargeInvoice } from './charge-invoice.js';
import { CloseMonth } from './close-month.js';
import { CloseSegment } from './close-segment.js';
import { CollectDue } from './collect-due.js';
import { FinanceBillingController } from './http/finance-billing.controller.js';
import { OperatorBillingController } from './http/operator-billing.controller.js';
import { InstallNames } from './install-names.js';
import { OpenSegment } from './open-segment.js';
import { CustomersRepository } from './persistence/customers.repository.js';
import { PaymentsRepository } from './persistence/payments.repository.js';
import { PeriodsRepository } from './persistence/periods.repository.js';
import { SegmentsRepository } from './persistence/segments.repository.js';
import { AuthorLines } from './read/author-lines.js';
import { Invoices } from './read/invoices.js';
import { ListPeriods } from './read/list-periods.js';
import { PaymentMethod } from './read/payment-method.js';
import { RecordPayment } from './record-payment.js';
import { RequestClose } from './request-close.js';
import { SavePaymentMethod } from './save-payment-method.js';
import { SettleCharge } from './settle-charge.js';

const REPOSITORIES = [CustomersRepository, PaymentsRepository, PeriodsRepository, SegmentsRepository];
const READS = [AuthorLines, Invoices, ListPeriods, PaymentMethod];
const USE_CASES = [
  OpenSegment,
  ChangeSegment,
  CloseSegment,
  RequestClose,
  CloseMonth,
  ChargeInvoice,
  RecordPayment,
  SettleCharge,
  CollectDue,
  SavePaymentMethod,
];

@Module({
  imports: [LedgerCoreModule, StripeGatewayCoreModule],
  providers: [Billing, InstallNames, ...REPOSITORIES, ...READS, ...USE_CASES],
  exports: [Billing, ...READS, ...USE_CASES],
})
export class BillingCoreModule {}

/** For the HTTP process. */
@Module({
  imports: [BillingCoreModule],
  controllers: [FinanceBillingController, OperatorBillingController],
  exports: [BillingCoreModule],
})
export class BillingModule {}
