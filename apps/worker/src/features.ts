import { AuthorsWorkerModule } from '@portal/authors';
import { BillingWorkerModule } from '@portal/billing';
import { IdentityWorkerModule } from '@portal/identity';
import { InstallsWorkerModule } from '@portal/installs';
import { LedgerWorkerModule } from '@portal/ledger';
import { ListingsWorkerModule } from '@portal/listings';
import { PayoutsWorkerModule } from '@portal/payouts';
import { PlatformWorkerModule } from '@portal/platform';
import { ReconciliationWorkerModule } from '@portal/reconciliation';
import { SecretsWorkerModule } from '@portal/secrets';
import { StatementsWorkerModule } from '@portal/statements';
import { StripeGatewayWorkerModule } from '@portal/stripe-gateway';
import { WebhooksWorkerModule } from '@portal/webhooks';
import { StatusModule } from './status/record-status.job.js';

/** Background work of the features. */
export const FEATURES = [
  PlatformWorkerModule,
  IdentityWorkerModule,
  SecretsWorkerModule,
  LedgerWorkerModule,
  AuthorsWorkerModule,
  ListingsWorkerModule,
  InstallsWorkerModule,
  StripeGatewayWorkerModule,
  BillingWorkerModule,
  PayoutsWorkerModule,
  ReconciliationWorkerModule,
  StatementsWorkerModule,
  WebhooksWorkerModule,
  StatusModule,
];
