import { Module } from '@nestjs/common';
import { ApprovalsModule, capableThing } from '@portal/approvals';
import { IdentityCoreModule } from '@portal/identity';
import { AuthorAccounts } from './author-accounts.js';
import { AdminAuthorsController, AdminDrivesController, FinanceDirectoryController } from './directory.controller.js';
import { InvitationsRepository } from './invitations.repository.js';
import { InvitationsService } from './invitations.service.js';
import { MembersService } from './members.service.js';
import { OrganizationsService } from './organizations.service.js';
import { MemberMails } from './member-mails.js';
import { MembersController } from './members.controller.js';
import { OrganizationObjects } from './organization-objects.js';
import { OrganizationsController } from './organizations.controller.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { CapableAuthor } from './read/capable-author.js';
import { Directory } from './read/directory.js';
import { ownedRows } from './read/owned-rows.js';
import { SEARCH_AUTHORS } from './read/search-authors.js';

const shared = [OrganizationsRepository, AuthorAccounts, OrganizationObjects];

/** Organisations, their members and permissions, used by every other feature. */
@Module({
  imports: [IdentityCoreModule],
  providers: shared,
  exports: shared,
})
export class OrganizationsModule {}

@Module({
  imports: [ApprovalsModule, OrganizationsModule, IdentityCoreModule],
  controllers: [
    MembersController,
    OrganizationsController,
    FinanceDirectoryController,
    AdminAuthorsController,
    AdminDrivesController,
  ],
  providers: [
    ...capableThing(CapableAuthor),
    Directory,
    InvitationsRepository,
    InvitationsService,
    MemberMails,
    MembersService,
    OrganizationsService,
    ownedRows('authors.applications'),
    ownedRows('authors.drive_reservations'),
    ...SEARCH_AUTHORS,
  ],
})
export class OrganizationsHttpModule {}
