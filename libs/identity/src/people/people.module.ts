import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Identity } from '../identity.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccessRepository } from './access.repository.js';
import { AdminUsersController } from './admin-users.controller.js';
import { ChangeStaffRole } from './change-staff-role.js';
import { ConfirmRole } from './confirm-role.js';
import { DisablePerson } from './disable-person.js';
import { EnablePerson } from './enable-person.js';
import { GrantsRepository } from './grants.repository.js';
import { ListRoleProposals } from './list-role-proposals.js';
import { ListUsers } from './list-users.js';
import { PersonNotice } from './person-notice.js';
import { ProposeRole } from './propose-role.js';
import { RoleNotice } from './role-notice.js';
import { RoleProposalsController } from './role-proposals.controller.js';
import { RoleProposalsRepository } from './role-proposals.repository.js';
import { UsersRepository } from './users.repository.js';
import { SearchPeople } from './search-people.js';
import { WithdrawRole } from './withdraw-role.js';
import { RoleProposalEntity, UserEntity } from './user.entity.js';
import { MailedLinksRepository } from './mailed-links.repository.js';

/** People and their roles. */
@Module({
  imports: [TypeOrmModule.forFeature([UserEntity]), SessionsModule],
  providers: [GrantsRepository, Identity, MailedLinksRepository, UsersRepository],
  exports: [GrantsRepository, Identity, MailedLinksRepository, UsersRepository],
})
export class PeopleModule {}

/** Routes for admins and people, including staff roles. */
@Module({
  imports: [TypeOrmModule.forFeature([RoleProposalEntity]), NotificationsModule, PeopleModule],
  controllers: [AdminUsersController, RoleProposalsController],
  providers: [
    AccessRepository,
    ChangeStaffRole,
    ConfirmRole,
    DisablePerson,
    EnablePerson,
    ListRoleProposals,
    ListUsers,
    PersonNotice,
    ProposeRole,
    RoleNotice,
    RoleProposalsRepository,
    SearchPeople,
    WithdrawRole,
  ],
})
export class PeopleHttpModule {}
