import { Module } from '@nestjs/common';
import { SandboxControl } from './client/sandbox-control.js';
import { StripeClient } from './client/stripe-client.js';
import { StripeConnectGateway } from './client/stripe-connect-gateway.js';
import { StripePaymentGateway } from './client/stripe-payment-gateway.js';
import { StripeTransferGateway } from './client/stripe-transfer-gateway.js';
import { StripeTaxGateway } from './client/stripe-tax-gateway.js';
import { ConnectGateway } from './ports/connect-gateway.js';
import { PaymentGateway } from './ports/payment-gateway.js';
import { TaxGateway } from './ports/tax-gateway.js';
import { TransferGateway } from './ports/transfer-gateway.js';
import { StripeWebhooksController } from './webhook/http/stripe-webhooks.controller.js';
import { ProviderEventsRepository } from './webhook/persistence/provider-events.repository.js';
import { ReceiveEvent } from './webhook/receive-event.js';
import { VerifySignature } from './webhook/verify-signature.js';

/** The ports and the sandbox control, for features of both processes. */
@Module({
  providers: [
    StripeClient,
    SandboxControl,
    { provide: PaymentGateway, useClass: StripePaymentGateway },
    { provide: ConnectGateway, useClass: StripeConnectGateway },
    { provide: TransferGateway, useClass: StripeTransferGateway },
    { provide: TaxGateway, useClass: StripeTaxGateway },
  ],
  exports: [PaymentGateway, ConnectGateway, TransferGateway, TaxGateway, SandboxControl],
})
export class StripeGatewayCoreModule {}

/** The ports, and the endpoint that takes the provider's events. */
@Module({
  imports: [StripeGatewayCoreModule],
  controllers: [StripeWebhooksController],
  providers: [ReceiveEvent, ProviderEventsRepository, VerifySignature],
  exports: [StripeGatewayCoreModule],
})
export class StripeGatewayModule {}
