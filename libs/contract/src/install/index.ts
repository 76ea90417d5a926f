export {
  buildConfigUpdate,
  configUpdateJsonSchema,
  isConfigUpdateConfirmed,
  parseConfigUpdate,
  type ConfigUpdate,
  type ConfigUpdateInput,
} from './config-update.js';
export {
  configUpdateFields,
  installRequestFields,
  installResponseFields,
  revokeResponseFields,
  type InstallField,
} from './field-notes.js';
export { mountUrlRefusal } from './mount-url.js';
export { pageAddress } from './page-address.js';
export {
  buildInstallRequest,
  parseInstallRequest,
  type InstallRequestInput,
  type InstallRequestV1,
  type InstallRequestV2,
  type ParsedInstallRequest,
} from './request.js';
export { isRevokeResponse, parseInstallResponse, type InstallResponseResult, type InstallResult } from './response.js';
