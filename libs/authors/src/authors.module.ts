import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '@portal/identity';
import { registerEntities } from '@portal/platform';
import { SecretsCoreModule } from '@portal/secrets';
import { AcceptInvitation } from './accept-invitation.js';
import { AnnounceDeparture } from './announce-departure.js';
import { ApplicationMails } from './application-mails.js';
import { AuthorAccounts } from './author-accounts.js';
import { ChangeMember } from './change-member.js';
import { ChooseOrganization } from './choose-organization.js';
import { DecideApplication } from './decide-application.js';
import { DepartureMails } from './departure-mails.js';
import { Drives } from './drives.js';
import { EditApplication } from './edit-application.js';
import { EndAccounts } from './end-accounts.js';
import { AdminDeparturesController } from './http/admin-departures.controller.js';
import { AgreementVersionsController, OrganizationSignaturesController } from './http/agreement-versions.controller.js';
import { AgreementsController } from './http/agreements.controller.js';
import { ApplicationsController } from './http/applications.controller.js';
import { AuthorAccountController } from './http/author-account.controller.js';
import {
  AdminAuthorsController,
  AdminDrivesController,
  FinanceDirectoryController,
} from './http/directory.controller.js';
import { DeparturesController } from './http/departures.controller.js';
import { FleetKeysController } from './http/fleet-keys.controller.js';
import { KeysController } from './http/keys.controller.js';
import { MembersController } from './http/members.controller.js';
import { OrganizationsController } from './http/organizations.controller.js';
import { ReviewApplicationsController } from './http/review-applications.controller.js';
import { InviteMember } from './invite-member.js';
import { EndAccountsJob } from './jobs/end-accounts.job.js';
import { MailEndingSecretProcessor } from './jobs/mail-ending-secret.processor.js';
import { MailNewAgreementProcessor } from './jobs/mail-new-agreement.processor.js';
import { MailNewAgreement } from './mail-new-agreement.js';
import { AgreementsRepository } from './persistence/agreements.repository.js';
import { PublishAgreement } from './publish-agreement.js';
import { AgreementVersions } from './read/agreement-versions.js';
import { Agreements } from './read/agreements.js';
import { MailEndingSecret } from './mail-ending-secret.js';
import { JudgeApplication } from './judge-application.js';
import { ManageFleetKeys } from './manage-fleet-keys.js';
import { ManageKeys } from './manage-keys.js';
import { MemberMails } from './member-mails.js';
import { OrganizationObjects } from './organization-objects.js';
import { OpenApplication } from './open-application.js';
import { ApplicationEntity } from './persistence/application.entity.js';
import { ApplicationsRepository } from './persistence/applications.repository.js';
import { DeparturesRepository } from './persistence/departures.repository.js';
import { InvitationsRepository } from './persistence/invitations.repository.js';
import { OrganizationEntity } from './persistence/organization.entity.js';
import { OrganizationsRepository } from './persistence/organizations.repository.js';
import { EarlierApplications } from './read/earlier-applications.js';
import { Applications } from './read/applications.js';
import { AuthorAccount } from './read/author-account.js';
import { CurrentAgreement } from './read/current-agreement.js';
import { Directory } from './read/directory.js';
import { Departures } from './read/departures.js';
import { Members } from './read/members.js';
import { OwnObjects } from './read/own-objects.js';
import { OwnOrganizations } from './read/own-organizations.js';
import { RemoveMember } from './remove-member.js';
import { RevokeInvitation } from './revoke-invitation.js';
import { Neighbours } from './read/neighbours.js';
import { SearchAuthors } from './read/search-authors.js';
import { SignAgreement } from './sign-agreement.js';
import { StartApplication } from './start-application.js';
import { SubmitApplication } from './submit-application.js';
import { WithdrawApplication } from './withdraw-application.js';
import { SuspensionsController } from './http/suspensions.controller.js';
import { SuspensionsRepository } from './persistence/suspensions.repository.js';
import { Suspensions } from './read/suspensions.js';
import { ResumeAccount } from './resume-account.js';
import { SuspendAccount } from './suspend-account.js';
import { SuspensionNotice } from './suspension-notice.js';
import { WithdrawDeparture } from './withdraw-departure.js';
import { WriteMessage } from './write-message.js';
import { CheckAppliedManifest } from './check-applied-manifest.js';
import { DecideAppeal } from './decide-appeal.js';
import { FileAppeal } from './file-appeal.js';
import { CheckAppliedManifestProcessor } from './jobs/check-applied-manifest.processor.js';
import { ManifestChecksRepository } from './persistence/manifest-checks.repository.js';
import { WithdrawAppeal } from './withdraw-appeal.js';
import { AppealsRepository } from './persistence/appeals.repository.js';
import { ApplicationOutlook } from './read/application-outlook.js';
import { Signatures } from './read/signatures.js';
import { SignaturesController } from './http/signatures.controller.js';
import { TakeNextApplication } from './take-next-application.js';

registerEntities(ApplicationEntity, OrganizationEntity);

/** What other features need of authors, in the HTTP process and in the worker alike. */
@Module({
  imports: [IdentityCoreModule],
  providers: [OrganizationsRepository, Drives, AuthorAccounts, OrganizationObjects],
  exports: [OrganizationsRepository, Drives, AuthorAccounts, OrganizationObjects],
})
export class AuthorsCoreModule {}

@Module({
  imports: [AuthorsCoreModule, IdentityCoreModule, SecretsCoreModule],
  controllers: [
    ApplicationsController,
    ReviewApplicationsController,
    AuthorAccountController,
    AgreementsController,
    AgreementVersionsController,
    OrganizationSignaturesController,
    SignaturesController,
    KeysController,
    MembersController,
    OrganizationsController,
    FleetKeysController,
    FinanceDirectoryController,
    AdminAuthorsController,
    AdminDrivesController,
    DeparturesController,
    AdminDeparturesController,
    SuspensionsController,
  ],
  providers: [
    ResumeAccount,
    SuspendAccount,
    SuspensionNotice,
    Suspensions,
    SuspensionsRepository,
    AcceptInvitation,
    AppealsRepository,
    ApplicationOutlook,
    DecideAppeal,
    FileAppeal,
    WithdrawAppeal,
    TakeNextApplication,
    Signatures,
    Agreements,
    AgreementVersions,
    AgreementsRepository,
    AnnounceDeparture,
    ApplicationMails,
    Applications,
    ApplicationsRepository,
    AuthorAccount,
    ChangeMember,
    ChooseOrganization,
    CurrentAgreement,
    DecideApplication,
    Directory,
    DepartureMails,
    Departures,
    DeparturesRepository,
    EarlierApplications,
    EditApplication,
    InvitationsRepository,
    InviteMember,
    JudgeApplication,
    ManageFleetKeys,
    ManageKeys,
    MemberMails,
    Members,
    OpenApplication,
    OwnObjects,
    OwnOrganizations,
    PublishAgreement,
    RemoveMember,
    RevokeInvitation,
    SearchAuthors,
    SignAgreement,
    StartApplication,
    SubmitApplication,
    WithdrawApplication,
    WithdrawDeparture,
    WriteMessage,
    Neighbours,
  ],
  exports: [AuthorsCoreModule],
})
export class AuthorsModule {}

/** For the worker. */
@Module({
  imports: [AuthorsCoreModule, IdentityCoreModule],
  providers: [
    CheckAppliedManifest,
    ManifestChecksRepository,
    CheckAppliedManifestProcessor,
    DepartureMails,
    DeparturesRepository,
    EndAccounts,
    EndAccountsJob,
    MailEndingSecret,
    MailEndingSecretProcessor,
    MailNewAgreement,
    MailNewAgreementProcessor,
  ],
})
export class AuthorsWorkerModule {}
