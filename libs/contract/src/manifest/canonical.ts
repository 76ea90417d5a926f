import { standardEventKinds } from '../events/kinds.js';
import { isObject, type JsonObject } from '../json/types.js';
import { derivePermissions } from './permissions.js';
import {
  DEFAULT_ENDPOINTS,
  ENDPOINT_NAMES,
  type CanonicalManifest,
  type ManifestEndpoints,
  type ManifestPricing,
  type ManifestRoute,
} from './types.js';

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.filter((item) => typeof item === 'string'))] : [];
const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * The endpoint paths of any manifest, even an invalid one: what is not a usable string is the default path. So the
 * endpoints can be tried although something else in the manifest is wrong.
 */
export function readEndpoints(manifest: unknown): ManifestEndpoints {
  const block = isObject(manifest) && isObject(manifest.endpoints) ? manifest.endpoints : {};
  const paths = Object.fromEntries(
    ENDPOINT_NAMES.map((name) => [name, text(block[name]) ?? DEFAULT_ENDPOINTS[name]]),
  ) as Record<(typeof ENDPOINT_NAMES)[number], string>;
  return { ...paths, receive: text(block.receive) };
}

function routes(manifest: JsonObject): ManifestRoute[] {
  return objects(manifest.routes_exposed).map((route) => ({
    path: text(route.path) ?? '',
    label: text(route.label) ?? '',
    icon: text(route.icon),
  }));
}

function flatPricing(pricing: unknown): ManifestPricing {
  if (!isObject(pricing)) return { kind: 'none' };
  const plans = objects(pricing.plans).map((plan) => ({
    id: text(plan.id) ?? '',
    name: text(plan.name) ?? '',
    priceCents: Number(plan.price_cents),
    interval: text(plan.interval) ?? '',
  }));
  return { kind: 'plans', model: text(pricing.model) ?? '', currency: text(pricing.currency) ?? '', plans };
}

/** Canonical form of a valid flat manifest (shape A). */
export function fromFlat(manifest: JsonObject): CanonicalManifest {
  const description = text(manifest.description) ?? '';
  return {
    shape: 'flat',
    id: null,
    name: text(manifest.name) ?? '',
    tagline: Array.from(description).slice(0, 80).join(''),
    description,
    category: text(manifest.category) ?? '',
    motion: null,
    version: text(manifest.version),
    contractVersion: text(manifest.contract_version) ?? '',
    homepage: null,
    supportUrl: null,
    supportEmail: null,
    iconUrl: text(manifest.icon_url) ?? '',
    pricing: flatPricing(manifest.pricing),
    capabilities: texts(manifest.capabilities),
    permissionsRequested: texts(manifest.permissions_requested),
    permissionsDerived: false,
    eventsEmitted: standardEventKinds,
    eventsConsumed: [],
    eventsAssumed: true,
    endpoints: DEFAULT_ENDPOINTS,
    configSchema: null,
    quota: null,
    compliance: null,
    support: null,
    installReturns: null,
    routesExposed: routes(manifest),
  };
}

function optionalBlocks(
  manifest: JsonObject,
): Pick<CanonicalManifest, 'quota' | 'compliance' | 'support' | 'installReturns'> {
  const { quota, compliance, support, install_returns: returns } = manifest;
  return {
    quota: isObject(quota)
      ? {
          unit: text(quota.unit) ?? '',
          limit: Number(quota.limit),
          overagePolicy: quota.overage_policy === 'meter' ? 'meter' : 'block',
        }
      : null,
    compliance: isObject(compliance)
      ? {
          frameworks: texts(compliance.frameworks),
          dataClasses: texts(compliance.data_classes),
          dataResidency: texts(compliance.data_residency),
          subprocessorsUrl: text(compliance.subprocessors_url),
          baaRequired: compliance.baa_required === true,
          encryptionAtRest: text(compliance.encryption_at_rest),
          encryptionInTransit: text(compliance.encryption_in_transit),
        }
      : null,
    support: isObject(support)
      ? {
          slaResponseBusinessHours: text(support.sla_response_business_hours),
          slaResponseOffHours: text(support.sla_response_off_hours),
          incidentEmail: text(support.incident_email),
          statusPage: text(support.status_page),
        }
      : null,
    installReturns: isObject(returns)
      ? {
          type: text(returns.type),
          tokenPrefix: text(returns.token_prefix),
          embedSnippet: text(returns.embed_snippet),
          hostOrigin: text(returns.host_origin),
        }
      : null,
  };
}

/** Canonical form of a valid structured manifest (shape B). */
export function fromStructured(manifest: JsonObject): CanonicalManifest {
  const drive = isObject(manifest.drive) ? manifest.drive : {};
  const tagline = text(drive.tagline) ?? '';
  const listsPermissions = manifest.permissions_requested !== undefined;
  return {
    shape: 'structured',
    id: text(drive.id),
    name: text(drive.name) ?? '',
    tagline,
    description: tagline,
    category: text(drive.category) ?? '',
    motion: text(drive.motion),
    version: text(drive.version),
    contractVersion: text(manifest.contract_version) ?? '',
    homepage: text(drive.homepage),
    supportUrl: text(drive.support_url),
    supportEmail: text(drive.support_email),
    iconUrl: text(drive.icon_url) ?? '',
    pricing: { kind: 'tier', tier: text(drive.pricing_tier) ?? '' },
    capabilities: texts(manifest.capabilities),
    permissionsRequested: listsPermissions ? texts(manifest.permissions_requested) : derivePermissions(manifest),
    permissionsDerived: !listsPermissions,
    eventsEmitted: texts(manifest.events_emitted),
    eventsConsumed: texts(manifest.events_consumed),
    eventsAssumed: false,
    endpoints: readEndpoints(manifest),
    configSchema: isObject(manifest.config_schema) ? manifest.config_schema : null,
    ...optionalBlocks(manifest),
    routesExposed: routes(manifest),
  };
}
