import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IdentityCoreModule } from '@portal/identity';
import { AcceptInvitation } from './accept-invitation.js';
import { AuthorAccounts } from './author-accounts.js';
import { ChangeMember } from './change-member.js';
import { ChooseOrganization } from './choose-organization.js';
import { AdminAuthorsController, AdminDrivesController, FinanceDirectoryController } from './directory.controller.js';
import { InvitationsRepository } from './invitations.repository.js';
import { InviteMember } from './invite-member.js';
import { MemberMails } from './member-mails.js';
import { MembersController } from './members.controller.js';
import { OrganizationObjects } from './organization-objects.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { PreviewInvitation } from './preview-invitation.js';
import { Directory } from './read/directory.js';
import { Members } from './read/members.js';
import { AuthorObjects } from './read/author-objects.js';
import { OwnOrganizations } from './read/own-organizations.js';
import { SearchAuthors } from './read/search-authors.js';
import { RemoveMember } from './remove-member.js';
import { RevokeInvitation } from './revoke-invitation.js';
import { DeveloperAccountEntity, OrganizationEntity, OrganizationMemberEntity } from './organization.entity.js';
import { AgreementVersionEntity } from '../agreements/agreement.entity.js';

/** Organisations, their members and permissions, used by every other feature. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      AgreementVersionEntity,
      DeveloperAccountEntity,
      OrganizationEntity,
      OrganizationMemberEntity,
    ]),
    IdentityCoreModule,
  ],
  providers: [OrganizationsRepository, AuthorAccounts, OrganizationObjects],
  exports: [OrganizationsRepository, AuthorAccounts, OrganizationObjects],
})
export class OrganizationsModule {}

@Module({
  imports: [OrganizationsModule, IdentityCoreModule],
  controllers: [
    MembersController,
    OrganizationsController,
    FinanceDirectoryController,
    AdminAuthorsController,
    AdminDrivesController,
  ],
  providers: [
    AcceptInvitation,
    ChangeMember,
    ChooseOrganization,
    Directory,
    InvitationsRepository,
    InviteMember,
    MemberMails,
    Members,
    AuthorObjects,
    OwnOrganizations,
    PreviewInvitation,
    RemoveMember,
    RevokeInvitation,
    SearchAuthors,
  ],
})
export class OrganizationsHttpModule {}
