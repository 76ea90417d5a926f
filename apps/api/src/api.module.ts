import { Module, type DynamicModule } from '@nestjs/common';
import { ApprovalsModule } from '@portal/approvals';
import { AuthorsModule } from '@portal/authors';
import { BillingModule } from '@portal/billing';
import { IdentityModule } from '@portal/identity';
import { InstallsModule } from '@portal/installs';
import { LedgerModule } from '@portal/ledger';
import { ListingsModule } from '@portal/listings';
import { PayoutsModule } from '@portal/payouts';
import { ReconciliationModule } from '@portal/reconciliation';
import { PlatformHttpModule, PlatformModule } from '@portal/platform';
import type { Config } from '@portal/platform/config';
import { CALLER_ROLE } from '@portal/platform/database';
import { SecretsModule } from '@portal/secrets';
import { StatementsModule } from '@portal/statements';
import { StripeGatewayModule } from '@portal/stripe-gateway';
import { WebhooksModule } from '@portal/webhooks';
import { AdminModule } from './admin/admin.module.js';
import { DemoModule } from './demo/demo.module.js';
import { SandboxModule } from './sandbox/sandbox.module.js';

/** The HTTP process: every feature's controllers. */
@Module({})
export class ApiModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        PlatformModule.forRoot(config, 'api', CALLER_ROLE),
        PlatformHttpModule,
        ApprovalsModule,
        IdentityModule,
        SecretsModule,
        LedgerModule,
        StripeGatewayModule,
        AuthorsModule,
        ListingsModule,
        InstallsModule,
        BillingModule,
        PayoutsModule,
        ReconciliationModule,
        StatementsModule,
        WebhooksModule,
        AdminModule,
        ...(config.isSandbox ? [SandboxModule] : []),
        ...(config.demo ? [DemoModule] : []),
      ],
    };
  }
}
