import type { JsonObject } from '../json/types.js';
import type { ContractVersion } from '../versions/versions.js';

/** The two wire shapes: A is flat, B is structured (contract: Drive manifest). */
export type ManifestShape = 'flat' | 'structured';

/** The seven endpoints of the contract, in its order. */
export const ENDPOINT_NAMES = ['health', 'manifest', 'metrics', 'events', 'billing', 'install', 'uninstall'] as const;
/** Name of one of the seven endpoints. */
export type EndpointName = (typeof ENDPOINT_NAMES)[number];

/** Paths of the endpoints on the manifest's origin; `uninstall` contains `:id`. `receive` is an optional addition. */
export type ManifestEndpoints = Readonly<Record<EndpointName, string>> & { readonly receive: string | null };

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

/** One plan of a flat manifest. */
export interface ManifestPlan {
  readonly id: string;
  readonly name: string;
  /** Minor units of the currency. */
  readonly priceCents: number;
  /** For example `month`. */
  readonly interval: string;
}

/** What the Drive says it costs. Shape B names a tier that the host prices; shape A may list plans. */
export type ManifestPricing =
  | { readonly kind: 'tier'; readonly tier: string }
  | {
      readonly kind: 'plans';
      readonly model: string;
      readonly currency: string;
      readonly plans: readonly ManifestPlan[];
    }
  | { readonly kind: 'none' };

/** Usage cap (contract: quota object). */
export interface ManifestQuota {
  readonly unit: string;
  readonly limit: number;
  readonly overagePolicy: 'block' | 'meter';
}

/** Claims for regulated tenants (contract: compliance object). Absent keys are null or empty. */
export interface ManifestCompliance {
  readonly frameworks: readonly string[];
  readonly dataClasses: readonly string[];
  readonly dataResidency: readonly string[];
  readonly subprocessorsUrl: string | null;
  readonly baaRequired: boolean;
  readonly encryptionAtRest: string | null;
  readonly encryptionInTransit: string | null;
}

/** Informational support block (contract: support object). */
export interface ManifestSupport {
  readonly slaResponseBusinessHours: string | null;
  readonly slaResponseOffHours: string | null;
  readonly incidentEmail: string | null;
  readonly statusPage: string | null;
}

/** What the install returns for embedding (contract: install_returns object). */
export interface ManifestInstallReturns {
  readonly type: string | null;
  readonly tokenPrefix: string | null;
  readonly embedSnippet: string | null;
  readonly hostOrigin: string | null;
}

/** A page of the Drive inside the host's content area. */
export interface ManifestRoute {
  readonly path: string;
  readonly label: string;
  readonly icon: string | null;
}

/** One manifest of either shape, valid, with every default filled in. */
export interface CanonicalManifest {
  readonly shape: ManifestShape;
  /** Slug; null in shape A, which has none. */
  readonly id: string | null;
  readonly name: string;
  /** At most 80 code points; in shape A the beginning of the description. */
  readonly tagline: string;
  /** In shape B the tagline. */
  readonly description: string;
  readonly category: string;
  readonly motion: string | null;
  /** The Drive's own product version, or null. */
  readonly version: string | null;
  /** As declared: `v1` or `1.0.0`. */
  readonly contractVersion: string;
  readonly homepage: string | null;
  readonly supportUrl: string | null;
  readonly supportEmail: string | null;
  readonly iconUrl: string;
  readonly pricing: ManifestPricing;
  readonly capabilities: readonly string[];
  readonly permissionsRequested: readonly string[];
  /** True when the manifest lists no permissions and they were derived from what it does. */
  readonly permissionsDerived: boolean;
  readonly eventsEmitted: readonly string[];
  readonly eventsConsumed: readonly string[];
  /** True when the manifest lists no events and the standard kinds were assumed (shape A). */
  readonly eventsAssumed: boolean;
  readonly endpoints: ManifestEndpoints;
  readonly configSchema: JsonObject | null;
  readonly quota: ManifestQuota | null;
  readonly compliance: ManifestCompliance | null;
  readonly support: ManifestSupport | null;
  readonly installReturns: ManifestInstallReturns | null;
  readonly routesExposed: readonly ManifestRoute[];
}

/** What a reader of a manifest may allow. */
export interface ManifestOptions {
  /** Accept plain http on 127.0.0.1 and localhost for addresses that must be https (an author's own machine). */
  readonly allowLoopback?: boolean;
  /** The contract versions that exist; `CONTRACT_VERSIONS` unless said otherwise. */
  readonly contractVersions?: readonly ContractVersion[];
  /** The instant of judgement, ms UTC, for versions with an end; without it every version that exists is served. */
  readonly at?: number;
}
