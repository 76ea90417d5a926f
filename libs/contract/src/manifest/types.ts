import type { ContractVersion } from '../versions/versions.js';

/** The two wire shapes: A is flat, B is structured (contract: Drive manifest). */
export type ManifestShape = 'flat' | 'structured';

/** The seven endpoints of the contract, in its order. */
export const ENDPOINT_NAMES = ['health', 'manifest', 'metrics', 'events', 'billing', 'install', 'uninstall'] as const;
/** Name of one of the seven endpoints. */
export type EndpointName = (typeof ENDPOINT_NAMES)[number];

/** Optional endpoints besides the seven: additions of v1.x. */
export const OPTIONAL_ENDPOINT_NAMES = ['receive', 'config_update'] as const;
/** Name of one of them. */
export type OptionalEndpointName = (typeof OPTIONAL_ENDPOINT_NAMES)[number];

/**
 * Paths of the endpoints on the manifest's origin; `uninstall` contains `:id`. Optional ones without a path are null.
 */
export type ManifestEndpoints = Readonly<Record<EndpointName, string> & Record<OptionalEndpointName, string | null>>;

/** Default paths (contract: Endpoints), used for shape A, which lists none. */
export const DEFAULT_ENDPOINTS: ManifestEndpoints = Object.freeze({
  health: '/api/platform/health',
  manifest: '/api/platform/drive/manifest',
  metrics: '/api/platform/metrics',
  events: '/api/platform/events',
  billing: '/api/platform/billing',
  install: '/api/platform/install',
  uninstall: '/api/platform/install/:id',
  receive: null,
  config_update: null,
});

/** Values of `drive.category`. */
export const CATEGORIES = [
  'Productivity',
  'Sales',
  'Content',
  'Operations',
  'Intelligence',
  'Marketing',
  'Compliance',
  'Utilities',
] as const;
/** Values of `drive.motion`. */
export const MOTIONS = ['build', 'scale', 'intel'] as const;
/** Values of `drive.pricing_tier`; `custom` is tolerated with a warning. */
export const PRICING_TIERS = ['free', 'starter', 'standard', 'pro', 'premium', 'flagship', 'custom'] as const;
/** Standard capabilities. */
export const CAPABILITIES = [
  'install',
  'uninstall',
  'metrics',
  'events',
  'billing',
  'config',
  'quota',
  'provision_widget',
  'phi_handling',
  'audit_export',
] as const;

/** Options of a manifest reader. */
export interface ManifestOptions {
  /** Accept plain http on 127.0.0.1 and localhost for URLs that must be https (an author's own machine). */
  readonly allowLoopback?: boolean;
  /** Known contract versions; default `CONTRACT_VERSIONS`. */
  readonly contractVersions?: readonly ContractVersion[];
  /** Time of the check, ms UTC, for versions with an end; without it every known version is served. */
  readonly at?: number;
}
