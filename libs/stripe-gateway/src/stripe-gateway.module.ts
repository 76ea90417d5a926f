import { Module } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { CallPace } from './client/call-pace.js';
import { SandboxControl } from './client/sandbox-control.js';
import { StripeClient } from './client/stripe-client.js';
import { StripeAccountsV1Gateway } from './client/stripe-accounts-v1-gateway.js';
import { StripeConnectGateway } from './client/stripe-connect-gateway.js';
import { BackfillEventsJob } from './jobs/backfill-events.job.js';
import { BankGateway } from './client/bank-gateway.js';
import { CardPageGateway } from './client/card-page-gateway.js';
import { BalanceGateway } from './client/balance-gateway.js';
import { ConnectGateway } from './client/connect-gateway.js';
import { DisputeGateway } from './client/dispute-gateway.js';
import { EventFeed } from './client/event-feed.js';
import { PaymentGateway } from './client/payment-gateway.js';
import { RefundGateway } from './client/refund-gateway.js';
import { SettlementCurrencies } from './client/settlement-currencies.js';
import { SettlementCurrenciesRepository } from './client/settlement-currencies.repository.js';
import { TaxGateway } from './client/tax-gateway.js';
import { TransferGateway } from './client/transfer-gateway.js';
import { BackfillEvents } from './webhook/backfill-events.js';
import { StripeWebhooksController } from './webhook/http/stripe-webhooks.controller.js';
import { InboxHealth } from './webhook/inbox-health.js';
import { ProviderEventsRepository } from './webhook/persistence/provider-events.repository.js';
import { ReceiveEvent } from './webhook/receive-event.js';

/** What features call. */
const GATEWAYS = [
  PaymentGateway,
  CardPageGateway,
  {
    provide: ConnectGateway,
    inject: [Config, StripeClient],
    useFactory: (config: Config, client: StripeClient): ConnectGateway =>
      config.stripe.accounts === 'v1' ? new StripeAccountsV1Gateway(client) : new StripeConnectGateway(client),
  },
  TransferGateway,
  RefundGateway,
  DisputeGateway,
  BankGateway,
  TaxGateway,
  BalanceGateway,
  EventFeed,
  CallPace,
  InboxHealth,
  SandboxControl,
  SettlementCurrencies,
];

/** The gateways and the sandbox control, for features of both processes. */
@Module({ providers: [StripeClient, SettlementCurrenciesRepository, ...GATEWAYS], exports: GATEWAYS })
export class StripeGatewayCoreModule {}

/** Intake of provider events, received or looked up. */
@Module({ providers: [ProviderEventsRepository], exports: [ProviderEventsRepository] })
class ProviderEventsModule {}

/** For the HTTP process: the gateways, and the endpoints for the provider's events. */
@Module({
  imports: [StripeGatewayCoreModule, ProviderEventsModule],
  controllers: [StripeWebhooksController],
  providers: [ReceiveEvent],
  exports: [StripeGatewayCoreModule],
})
export class StripeGatewayModule {}

/** For the worker: the gateways, and the look-up of missed events. */
@Module({
  imports: [StripeGatewayCoreModule, ProviderEventsModule],
  providers: [BackfillEventsJob, BackfillEvents],
  exports: [BackfillEvents],
})
export class StripeGatewayWorkerModule {}
