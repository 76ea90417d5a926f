import { AuthorsWorkerModule } from '@portal/authors';
import { BillingWorkerModule } from '@portal/billing';
import { IdentityWorkerModule } from '@portal/identity';
import { InstallsWorkerModule } from '@portal/installs';
import { ListingsWorkerModule } from '@portal/listings';
import { PayoutsWorkerModule } from '@portal/payouts';
import { PlatformWorkerModule } from '@portal/platform';
import { ReconciliationWorkerModule } from '@portal/reconciliation';
import { SecretsWorkerModule } from '@portal/secrets';
import { StripeGatewayWorkerModule } from '@portal/stripe-gateway';
import { WebhooksWorkerModule } from '@portal/webhooks';
import { SimulatorWorkerModule } from '@portal/simulator';

/** What the features do in the background. */
export const FEATURES = [
  PlatformWorkerModule,
  IdentityWorkerModule,
  SecretsWorkerModule,
  AuthorsWorkerModule,
  ListingsWorkerModule,
  InstallsWorkerModule,
  StripeGatewayWorkerModule,
  BillingWorkerModule,
  PayoutsWorkerModule,
  ReconciliationWorkerModule,
  WebhooksWorkerModule,
  SimulatorWorkerModule,
];
