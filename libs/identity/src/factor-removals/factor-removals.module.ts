import { Module } from '@nestjs/common';
import { approvalKind, ApprovalsModule } from '@portal/approvals';
import { IdentityAccountsModule } from '../accounts.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { FactorRemovalKind } from './factor-removal.js';
import { FactorRemovalsService } from './factor-removals.service.js';

@Module({
  imports: [ApprovalsModule, CredentialsModule, IdentityAccountsModule],
  providers: [...approvalKind(FactorRemovalKind), FactorRemovalsService],
  exports: [FactorRemovalsService],
})
export class FactorRemovalsModule {}
