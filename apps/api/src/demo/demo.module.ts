import { DemoFillingController } from './demo-filling.controller.js';
import { DemoFillingRepository } from './demo-filling.repository.js';
import { Inject, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { AuthorsModule, PublishAgreement } from '@portal/authors';
import { DemoPersons, IdentityModule } from '@portal/identity';
import { EnsureDemoTenants, InstallsModule } from '@portal/installs';
import { bypassRowSecurity } from '@portal/platform/database';
import { LOGGER } from '@portal/platform/logging';
import type { Logger } from 'pino';

/** Sandbox with demo persons: makes sure at every start that they and their tenants exist, and an agreement to sign. */
@Module({
  imports: [AuthorsModule, IdentityModule, InstallsModule],
  controllers: [DemoFillingController],
  providers: [DemoFillingRepository],
})
export class DemoModule implements OnApplicationBootstrap {
  constructor(
    private readonly persons: DemoPersons,
    private readonly tenants: EnsureDemoTenants,
    private readonly agreements: PublishAgreement,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await bypassRowSecurity(async () => {
      await this.persons.ensure();
      await this.tenants.execute();
      await this.agreements.ensureDemo();
    });
    this.log.info('demo persons and tenants are ready');
  }
}
