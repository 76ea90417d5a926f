import { Module } from '@nestjs/common';
import { PaidInstallGate } from '@portal/installs';
import { eventProcessor } from '@portal/platform/events';
import { StripeEventReceived, StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { PoliciesModule } from '../policies/policies.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { AuthorCardsController } from './author-cards.controller.js';
import { CardPagesRepository } from './card-pages.repository.js';
import { CustomersRepository } from './customers.repository.js';
import { FinishCardPage } from './finish-card-page.js';
import { HostPayersController } from './host-payers.controller.js';
import { OpenCardPage } from './open-card-page.js';
import { OperatorCardsController } from './operator-cards.controller.js';
import { PayerCustomer } from './payer-customer.js';
import { PaymentMethod } from './payment-method.js';
import { RequestCardPage } from './request-card-page.js';
import { SavePaymentMethod } from './save-payment-method.js';
import { SavedCardGate } from './saved-card-gate.js';
import { SetBillingDetails } from './set-billing-details.js';
import { TenantPayer } from './tenant-payer.js';

const SHARED = [CardPagesRepository, CustomersRepository, FinishCardPage, PayerCustomer, SavePaymentMethod];

/** Customers and cards at the provider. */
@Module({
  imports: [StripeGatewayCoreModule, SegmentsModule],
  providers: SHARED,
  exports: SHARED,
})
export class CardsModule {}

/** Cards of tenants and authors, and the check before a paid install. */
@Module({
  imports: [StripeGatewayCoreModule, CardsModule, PoliciesModule, SegmentsModule],
  controllers: [AuthorCardsController, HostPayersController, OperatorCardsController],
  providers: [
    OpenCardPage,
    PaymentMethod,
    RequestCardPage,
    SetBillingDetails,
    TenantPayer,
    { provide: PaidInstallGate, useClass: SavedCardGate },
  ],
  exports: [PaidInstallGate],
})
export class CardsHttpModule {}

/** Finishes card pages whose user did not return. */
@Module({
  imports: [CardsModule],
  providers: [
    eventProcessor(
      StripeEventReceived,
      'billing.finish-card-page',
      FinishCardPage,
      {
        queue: 'money',
        wants: ({ type, object_id }) =>
          object_id !== null && ['checkout.session.completed', 'checkout.session.expired'].includes(type),
      },
      (finish, { object_id }) => finish.byEvent(object_id!),
    ),
  ],
})
export class CardsWorkerModule {}
