import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '@portal/identity';
import { registerEntities } from '@portal/platform';
import { SecretsCoreModule } from '@portal/secrets';
import { AcceptInvitation } from './organizations/accept-invitation.js';
import { AnnounceDeparture } from './departures/announce-departure.js';
import { ApplicationMails } from './applications/application-mails.js';
import { AuthorAccounts } from './organizations/author-accounts.js';
import { ChangeMember } from './organizations/change-member.js';
import { ChooseOrganization } from './organizations/choose-organization.js';
import { DecideApplication } from './applications/decide-application.js';
import { DepartureMails } from './departures/departure-mails.js';
import { Drives } from './keys/drives.js';
import { EditApplication } from './applications/edit-application.js';
import { EndAccounts } from './departures/end-accounts.js';
import { AdminDeparturesController } from './departures/admin-departures.controller.js';
import {
  AgreementVersionsController,
  OrganizationSignaturesController,
} from './agreements/agreement-versions.controller.js';
import { AgreementsController } from './agreements/agreements.controller.js';
import { ApplicationsController } from './applications/applications.controller.js';
import { AuthorAccountController } from './departures/author-account.controller.js';
import {
  AdminAuthorsController,
  AdminDrivesController,
  FinanceDirectoryController,
} from './organizations/directory.controller.js';
import { DeparturesController } from './departures/departures.controller.js';
import { FleetKeysController } from './keys/fleet-keys.controller.js';
import { KeysController } from './keys/keys.controller.js';
import { MembersController } from './organizations/members.controller.js';
import { OrganizationsController } from './organizations/organizations.controller.js';
import { ReviewApplicationsController } from './applications/review-applications.controller.js';
import { InviteMember } from './organizations/invite-member.js';
import { EndAccountsJob } from './departures/end-accounts.job.js';
import { MailEndingSecretProcessor } from './keys/mail-ending-secret.processor.js';
import { MailNewAgreementProcessor } from './agreements/mail-new-agreement.processor.js';
import { MailNewAgreement } from './agreements/mail-new-agreement.js';
import { AgreementsRepository } from './agreements/agreements.repository.js';
import { PublishAgreement } from './agreements/publish-agreement.js';
import { AgreementVersions } from './agreements/agreement-versions.js';
import { Agreements } from './agreements/agreements.js';
import { MailEndingSecret } from './keys/mail-ending-secret.js';
import { JudgeApplication } from './applications/judge-application.js';
import { ManageFleetKeys } from './keys/manage-fleet-keys.js';
import { ManageKeys } from './keys/manage-keys.js';
import { MemberMails } from './organizations/member-mails.js';
import { OrganizationObjects } from './organizations/organization-objects.js';
import { OpenApplication } from './applications/open-application.js';
import { AgreementVersionEntity } from './agreements/agreement.entity.js';
import { ApplicationAppealEntity } from './appeals/appeal.entity.js';
import {
  ApplicationEntity,
  ApplicationMessageEntity,
  ApplicationStepEntity,
  DriveReservationEntity,
} from './applications/application.entity.js';
import { AccountSuspensionEntity, DepartureEntity } from './departures/departure.entity.js';
import { ApplicationsRepository } from './applications/applications.repository.js';
import { DeparturesRepository } from './departures/departures.repository.js';
import { InvitationsRepository } from './organizations/invitations.repository.js';
import {
  DeveloperAccountEntity,
  OrganizationEntity,
  OrganizationMemberEntity,
} from './organizations/organization.entity.js';
import { OrganizationsRepository } from './organizations/organizations.repository.js';
import { EarlierApplications } from './applications/read/earlier-applications.js';
import { Applications } from './applications/read/applications.js';
import { AuthorAccount } from './departures/author-account.js';
import { CurrentAgreement } from './agreements/current-agreement.js';
import { Directory } from './organizations/read/directory.js';
import { Departures } from './departures/departures.js';
import { Members } from './organizations/read/members.js';
import { OwnObjects } from './organizations/read/own-objects.js';
import { OwnOrganizations } from './organizations/read/own-organizations.js';
import { RemoveMember } from './organizations/remove-member.js';
import { RevokeInvitation } from './organizations/revoke-invitation.js';
import { Neighbours } from './applications/read/neighbours.js';
import { SearchAuthors } from './organizations/read/search-authors.js';
import { SignAgreement } from './agreements/sign-agreement.js';
import { StartApplication } from './applications/start-application.js';
import { SubmitApplication } from './applications/submit-application.js';
import { WithdrawApplication } from './applications/withdraw-application.js';
import { SuspensionsController } from './departures/suspensions.controller.js';
import { SuspensionsRepository } from './departures/suspensions.repository.js';
import { Suspensions } from './departures/suspensions.js';
import { ResumeAccount } from './departures/resume-account.js';
import { SuspendAccount } from './departures/suspend-account.js';
import { SuspensionNotice } from './departures/suspension-notice.js';
import { WithdrawDeparture } from './departures/withdraw-departure.js';
import { WriteMessage } from './applications/write-message.js';
import { CheckAppliedManifest } from './applications/check-applied-manifest.js';
import { DecideAppeal } from './appeals/decide-appeal.js';
import { FileAppeal } from './appeals/file-appeal.js';
import { CheckAppliedManifestProcessor } from './applications/check-applied-manifest.processor.js';
import { ManifestChecksRepository } from './applications/manifest-checks.repository.js';
import { WithdrawAppeal } from './appeals/withdraw-appeal.js';
import { AppealsRepository } from './appeals/appeals.repository.js';
import { ApplicationOutlook } from './applications/read/application-outlook.js';
import { Signatures } from './agreements/signatures.js';
import { SignaturesController } from './agreements/signatures.controller.js';
import { TakeNextApplication } from './applications/take-next-application.js';

registerEntities(
  AccountSuspensionEntity,
  AgreementVersionEntity,
  ApplicationAppealEntity,
  ApplicationEntity,
  ApplicationMessageEntity,
  ApplicationStepEntity,
  DepartureEntity,
  DeveloperAccountEntity,
  DriveReservationEntity,
  OrganizationEntity,
  OrganizationMemberEntity,
);

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
