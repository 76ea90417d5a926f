export * from './config-update.js';
export * from './field-notes.js';
export { mountUrlRefusal } from './mount-url.js';
export { pageAddress } from './page-address.js';
export * from './request.js';
export { isRevokeResponse, parseInstallResponse, type InstallResponseResult, type InstallResult } from './response.js';
