export { AuthorsCoreModule, AuthorsModule, AuthorsWorkerModule } from './authors.module.js';
export { Drives, type ReservedDrive } from './drives.js';
export { AuthorAccounts, type Contact, type Departure, type OrganizationFacts } from './author-accounts.js';
export { LiveDrives, type AlikeDrive, type Compared } from './live-drives.js';
export { ManifestProbe, type ProbedManifest } from './manifest-probe.js';
export { AuthorProgress } from './author-progress.js';
export { OrganizationObjects } from './organization-objects.js';
export { organizationOf, requireOrganization } from './own-organization.js';
export {
  AgreementPublished,
  AgreementSigned,
  AppealDecided,
  AppealFiled,
  ApplicationApproved,
  ApplicationDecided,
  ApplicationJudged,
  ApplicationSubmitted,
  AuthorLeaving,
  AuthorLeft,
  AuthorResumed,
  AuthorStays,
  AuthorSuspended,
  OrganizationMemberChanged,
} from './events.js';
export { authorsErrors } from './errors.js';
export { isPayableCountry, PAYABLE_COUNTRIES } from './domain/payable-countries.js';
export type { AccountState } from './domain/account-state.js';
