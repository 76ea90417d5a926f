import { Module } from '@nestjs/common';
import { SandboxControl } from './client/sandbox-control.js';
import { StripeBalanceGateway } from './client/stripe-balance-gateway.js';
import { StripeClient } from './client/stripe-client.js';
import { StripeConnectGateway } from './client/stripe-connect-gateway.js';
import { StripeDisputeGateway } from './client/stripe-dispute-gateway.js';
import { StripeEventFeed } from './client/stripe-event-feed.js';
import { StripePaymentGateway } from './client/stripe-payment-gateway.js';
import { StripeRefundGateway } from './client/stripe-refund-gateway.js';
import { StripeTransferGateway } from './client/stripe-transfer-gateway.js';
import { BackfillEventsJob } from './jobs/backfill-events.job.js';
import { BalanceGateway } from './ports/balance-gateway.js';
import { ConnectGateway } from './ports/connect-gateway.js';
import { DisputeGateway } from './ports/dispute-gateway.js';
import { EventFeed } from './ports/event-feed.js';
import { PaymentGateway } from './ports/payment-gateway.js';
import { RefundGateway } from './ports/refund-gateway.js';
import { TransferGateway } from './ports/transfer-gateway.js';
import { BackfillEvents } from './webhook/backfill-events.js';
import { StripeWebhooksController } from './webhook/http/stripe-webhooks.controller.js';
import { InboxHealth } from './webhook/inbox-health.js';
import { ProviderEventsRepository } from './webhook/persistence/provider-events.repository.js';
import { ReceiveEvent } from './webhook/receive-event.js';
import { TakeInEvent } from './webhook/take-in-event.js';
import { VerifySignature } from './webhook/verify-signature.js';

/** The ports and the sandbox control, for features of both processes. */
@Module({
  providers: [
    StripeClient,
    SandboxControl,
    { provide: PaymentGateway, useClass: StripePaymentGateway },
    { provide: ConnectGateway, useClass: StripeConnectGateway },
    { provide: TransferGateway, useClass: StripeTransferGateway },
    { provide: RefundGateway, useClass: StripeRefundGateway },
    { provide: DisputeGateway, useClass: StripeDisputeGateway },
    { provide: BalanceGateway, useClass: StripeBalanceGateway },
    { provide: EventFeed, useClass: StripeEventFeed },
    InboxHealth,
  ],
  exports: [
    PaymentGateway,
    ConnectGateway,
    TransferGateway,
    RefundGateway,
    DisputeGateway,
    BalanceGateway,
    EventFeed,
    SandboxControl,
    InboxHealth,
  ],
})
export class StripeGatewayCoreModule {}

/** The ports, and the endpoint that takes the provider's events. */
@Module({
  imports: [StripeGatewayCoreModule],
  controllers: [StripeWebhooksController],
  providers: [ReceiveEvent, TakeInEvent, ProviderEventsRepository, VerifySignature],
  exports: [StripeGatewayCoreModule],
})
export class StripeGatewayModule {}

/** The ports, and the look-up of events that never came, for the worker. */
@Module({
  imports: [StripeGatewayCoreModule],
  providers: [BackfillEventsJob, BackfillEvents, TakeInEvent, ProviderEventsRepository],
  exports: [BackfillEvents],
})
export class StripeGatewayWorkerModule {}
