import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { BillingWorkerModule } from '@portal/billing';
import { IdentityWorkerModule } from '@portal/identity';
import { InstallsWorkerModule } from '@portal/installs';
import { ListingsWorkerModule } from '@portal/listings';
import { PayoutsWorkerModule } from '@portal/payouts';
import { PlatformModule, PlatformWorkerModule, type Config } from '@portal/platform';
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
        IdentityWorkerModule,
        ListingsWorkerModule,
        InstallsWorkerModule,
        BillingWorkerModule,
        PayoutsWorkerModule,
      ],
      providers: [BackgroundWork],
    };
  }
}
