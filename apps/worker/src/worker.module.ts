import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AuthorsWorkerModule } from '@portal/authors';
import { BillingWorkerModule } from '@portal/billing';
import { InstallsWorkerModule } from '@portal/installs';
import { ListingsWorkerModule } from '@portal/listings';
import { PayoutsWorkerModule } from '@portal/payouts';
import { PlatformModule, PlatformWorkerModule, type Config } from '@portal/platform';
import { SecretsWorkerModule } from '@portal/secrets';
import { BackgroundWork } from './background-work.js';

/** The background process: every feature's event processors and scheduled jobs, no routes. */
@Module({})
export class WorkerModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forRoot(config, 'worker'),
        DiscoveryModule,
        PlatformWorkerModule,
        SecretsWorkerModule,
        AuthorsWorkerModule,
        ListingsWorkerModule,
        InstallsWorkerModule,
        BillingWorkerModule,
        PayoutsWorkerModule,
      ],
      providers: [BackgroundWork],
    };
  }
}
