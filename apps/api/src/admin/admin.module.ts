import { Module } from '@nestjs/common';
import { ApprovalsModule } from '@portal/approvals';
import { IdentityModule } from '@portal/identity';
import { StripeGatewayCoreModule } from '@portal/stripe-gateway';
import { AdminHomeController } from './admin-home.controller.js';
import { AdminWork } from './read/admin-work.js';
import { ReadSetup } from './read/read-setup.js';
import { SetupController } from './setup.controller.js';
import { TestSetup } from './test-setup.js';

/** The home of an admin, and what a new portal still lacks. */
@Module({
  imports: [ApprovalsModule, IdentityModule, StripeGatewayCoreModule],
  controllers: [AdminHomeController, SetupController],
  providers: [AdminWork, ReadSetup, TestSetup],
})
export class AdminModule {}
