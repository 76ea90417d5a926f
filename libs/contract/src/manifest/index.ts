export type { CanonicalManifest, ManifestCompliance, ManifestQuota } from './canonical.js';
export type { ManifestPlan, ManifestPricing } from './fields/commercial.js';
export {
  derivePermissions,
  describePermission,
  PERMISSION_LEVELS,
  PERMISSION_TEXTS,
  type PermissionLevel,
  type PermissionText,
} from './permissions.js';
export {
  readManifest,
  readManifestDocument,
  type ManifestDocument,
  type ManifestDocumentOptions,
  type ManifestReading,
} from './read.js';
export type { ManifestRule, RuleDocumentation } from './rule.js';
export { isEmail } from '../text/email.js';
export { contractMajor, judgeContractVersion, type ContractVersionVerdict } from './rules/contract-version.js';
export { isSlug, MAX_SLUG_LENGTH } from './rules/drive-id.js';
export { pathProblem, readEndpoints } from './rules/endpoints.js';
export { manifestRules } from './rules/index.js';
export { readEmbed, renderEmbed, TOKEN_PLACEHOLDER, type Embed } from './rules/embed/embed-markup.js';
export { MAX_EMBED_LENGTH, type EmbedFault } from './rules/embed/embed-faults.js';
export { HOST_ROUTES } from './rules/routes-exposed.js';
export { isSemverLike } from './rules/product-version.js';
export { shapeOf } from './shape.js';
export * from './types.js';
export { isLoopbackHost, parseWebAddress, readWebAddress } from './web-address.js';
export { manifestJsonSchema } from './json-schema.js';
