import { Module } from '@nestjs/common';
import { approvalKind, ApprovalsModule } from '@portal/approvals';
import { IdentityAccountsModule } from '../accounts.module.js';
import { FactorRemovalsModule } from '../factor-removals/factor-removals.module.js';
import { AdminUsersController } from './admin-users.controller.js';
import { PeopleService } from './people.service.js';
import { SEARCH_PEOPLE } from './search-people.js';
import { StaffInvitationKind } from './staff-invitation.js';
import { StaffRoleKind } from './staff-role.js';
import { StaffRolesService } from './staff-roles.service.js';

/** Routes for admins: people and staff roles. */
@Module({
  imports: [ApprovalsModule, FactorRemovalsModule, IdentityAccountsModule],
  controllers: [AdminUsersController],
  providers: [
    ...approvalKind(StaffInvitationKind),
    ...approvalKind(StaffRoleKind),
    PeopleService,
    SEARCH_PEOPLE,
    StaffRolesService,
  ],
})
export class PeopleHttpModule {}
