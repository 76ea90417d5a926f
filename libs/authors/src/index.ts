export { AuthorsCoreModule, AuthorsModule, AuthorsWorkerModule } from './authors.module.js';
export { PublishAgreement } from './agreements/publish-agreement.js';
export { Drives, type ReservedDrive } from './keys/drives.js';
export { AuthorAccounts, type Contact, type Offboarding } from './organizations/author-accounts.js';
export { AUTHOR_CAPABILITIES } from './organizations/domain/author-capabilities.js';
export { LiveDrives, type AlikeDrive, type Compared } from './keys/live-drives.js';
export { ManifestProbe, type ProbedManifest } from './applications/manifest-probe.js';
export { AuthorProgress } from './applications/author-progress.js';
export { ownedRows } from './organizations/read/owned-rows.js';
export { requireOrganization } from './organizations/authorized-organization.js';
export {
  AgreementPublished,
  AppealDecided,
  ApplicationDecided,
  AuthorOffboardingAnnounced,
  AuthorResumed,
  AuthorOffboardingWithdrawn,
  AuthorSuspended,
} from './events.js';
export { authorsErrors } from './errors.js';
export { refuseJudgements } from './applications/domain/refuse-judgements.js';
export { isPayableCountry, PAYABLE_COUNTRIES } from './applications/domain/payable-countries.js';
