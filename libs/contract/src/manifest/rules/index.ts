import type { ManifestRule } from '../rule.js';
import { capabilities, capabilityPairs } from './capabilities.js';
import { category, motion, pricingTier } from './classification.js';
import { compliance } from './compliance.js';
import { configSchema } from './config-schema.js';
import { homepage, supportEmail, supportUrl } from './contact.js';
import { contractVersion } from './contract-version.js';
import { driveIdentity } from './drive-block.js';
import { driveId } from './drive-id.js';
import { endpoints } from './endpoints.js';
import { eventsAssumed, eventsConsumed, eventsEmitted } from './event-kinds.js';
import { flatFields } from './flat-fields.js';
import { iconUrl } from './icon-url.js';
import { installReturns } from './install-returns.js';
import { permissions } from './permissions.js';
import { pricingPlans } from './pricing-plans.js';
import { productVersion } from './product-version.js';
import { quota } from './quota.js';
import { routesExposed } from './routes-exposed.js';
import { schemaVersion } from './schema-version.js';
import { support } from './support.js';
import { tagline } from './tagline.js';
import { unknownFields } from './unknown-fields.js';

/** Every rule about manifests, in the order their findings are told. */
export const manifestRules: readonly ManifestRule[] = Object.freeze([
  schemaVersion,
  driveIdentity,
  driveId,
  flatFields,
  tagline,
  category,
  motion,
  homepage,
  supportUrl,
  supportEmail,
  iconUrl,
  pricingTier,
  pricingPlans,
  productVersion,
  contractVersion,
  endpoints,
  capabilities,
  capabilityPairs,
  permissions,
  eventsEmitted,
  eventsConsumed,
  eventsAssumed,
  configSchema,
  quota,
  compliance,
  support,
  installReturns,
  routesExposed,
  unknownFields,
]);
