import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { AppealsModule } from './appeals.module.js';
import { DecideAppeal } from './decide-appeal.js';
import { FileAppeal } from './file-appeal.js';
import { WithdrawAppeal } from './withdraw-appeal.js';

@Module({
  imports: [AppealsModule, ApplicationsModule, OrganizationsModule],
  providers: [DecideAppeal, FileAppeal, WithdrawAppeal],
  exports: [DecideAppeal, FileAppeal, WithdrawAppeal],
})
export class AppealsHttpModule {}
