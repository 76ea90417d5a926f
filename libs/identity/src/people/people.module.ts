import { Module } from '@nestjs/common';
import { IdentityAccountsModule } from '../accounts.module.js';
import { AdminUsersController } from './admin-users.controller.js';
import { PeopleService } from './people.service.js';
import { PersonNotice } from './person-notice.js';
import { RoleProposalsController } from './role-proposals.controller.js';
import { RoleProposalsRepository } from './role-proposals.repository.js';
import { SearchPeople } from './search-people.js';
import { StaffRoleNotice } from './staff-role-notice.js';
import { StaffRolesService } from './staff-roles.service.js';

/** Routes for admins: people and staff roles. */
@Module({
  imports: [IdentityAccountsModule],
  controllers: [AdminUsersController, RoleProposalsController],
  providers: [PeopleService, PersonNotice, RoleProposalsRepository, SearchPeople, StaffRoleNotice, StaffRolesService],
})
export class PeopleHttpModule {}
