import { Module } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { CallPace } from './client/call-pace.js';
import { SandboxControl } from './client/sandbox-control.js';
import { StripeBankGateway } from './client/stripe-bank-gateway.js';
import { StripeCardPageGateway } from './client/stripe-card-page-gateway.js';
import { StripeBalanceGateway } from './client/stripe-balance-gateway.js';
import { StripeClient } from './client/stripe-client.js';
import { StripeAccountsV1Gateway } from './client/stripe-accounts-v1-gateway.js';
import { StripeConnectGateway } from './client/stripe-connect-gateway.js';
import { StripeDisputeGateway } from './client/stripe-dispute-gateway.js';
import { StripeEventFeed } from './client/stripe-event-feed.js';
import { StripePaymentGateway } from './client/stripe-payment-gateway.js';
import { StripeRefundGateway } from './client/stripe-refund-gateway.js';
import { StripeTaxGateway } from './client/stripe-tax-gateway.js';
import { StripeTransferGateway } from './client/stripe-transfer-gateway.js';
import { BackfillEventsJob } from './jobs/backfill-events.job.js';
import { BankGateway } from './ports/bank-gateway.js';
import { CardPageGateway } from './ports/card-page-gateway.js';
import { BalanceGateway } from './ports/balance-gateway.js';
import { ConnectGateway } from './ports/connect-gateway.js';
import { DisputeGateway } from './ports/dispute-gateway.js';
import { EventFeed } from './ports/event-feed.js';
import { PaymentGateway } from './ports/payment-gateway.js';
import { RefundGateway } from './ports/refund-gateway.js';
import { TaxGateway } from './ports/tax-gateway.js';
import { TransferGateway } from './ports/transfer-gateway.js';
import { BackfillEvents } from './webhook/backfill-events.js';
import { StripeWebhooksController } from './webhook/http/stripe-webhooks.controller.js';
import { InboxHealth } from './webhook/inbox-health.js';
import { ProviderEventsRepository } from './webhook/persistence/provider-events.repository.js';
import { ReceiveEvent } from './webhook/receive-event.js';

/** The ports, each with the adapter that knows the SDK. */
const PORTS = [
  { provide: PaymentGateway, useClass: StripePaymentGateway },
  { provide: CardPageGateway, useClass: StripeCardPageGateway },
  {
    provide: ConnectGateway,
    inject: [Config, StripeClient],
    useFactory: (config: Config, client: StripeClient): ConnectGateway =>
      config.stripe.accounts === 'v1' ? new StripeAccountsV1Gateway(client) : new StripeConnectGateway(client),
  },
  { provide: TransferGateway, useClass: StripeTransferGateway },
  { provide: RefundGateway, useClass: StripeRefundGateway },
  { provide: DisputeGateway, useClass: StripeDisputeGateway },
  { provide: BankGateway, useClass: StripeBankGateway },
  { provide: TaxGateway, useClass: StripeTaxGateway },
  { provide: BalanceGateway, useClass: StripeBalanceGateway },
  { provide: EventFeed, useClass: StripeEventFeed },
  CallPace,
  InboxHealth,
  SandboxControl,
];

/** The ports and the sandbox control, for features of both processes. */
@Module({ providers: [StripeClient, ...PORTS], exports: PORTS })
export class StripeGatewayCoreModule {}

/** Intake of provider events, received or looked up. */
@Module({ providers: [ProviderEventsRepository], exports: [ProviderEventsRepository] })
class ProviderEventsModule {}

/** For the HTTP process: the ports, and the endpoints for the provider's events. */
@Module({
  imports: [StripeGatewayCoreModule, ProviderEventsModule],
  controllers: [StripeWebhooksController],
  providers: [ReceiveEvent],
  exports: [StripeGatewayCoreModule],
})
export class StripeGatewayModule {}

/** For the worker: the ports, and the look-up of missed events. */
@Module({
  imports: [StripeGatewayCoreModule, ProviderEventsModule],
  providers: [BackfillEventsJob, BackfillEvents],
  exports: [BackfillEvents],
})
export class StripeGatewayWorkerModule {}
