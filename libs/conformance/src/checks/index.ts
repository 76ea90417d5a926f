import type { Check } from '../check.js';
import { connectionChecks } from './connection.js';
import { disclosureChecks } from './disclosure.js';
import { documentChecks } from './document.js';
import { fieldChecks } from './fields.js';
import { framedPages } from './framing.js';
import { optionalEndpointChecks } from './optional-endpoints.js';
import { distinctPaths } from './paths.js';
import { positiveChecks } from './positive.js';
import { presenceChecks } from './presence.js';
import { publicChecks } from './public-endpoints.js';
import { readChecks } from './reads.js';
import { lifecycleChecks } from './lifecycle/index.js';
import { listingChecks } from './listing.js';
import { refusalChecks } from './refusals.js';
import { rotationChecks } from './rotation.js';
import { serviceChecks } from './service.js';
import { recipeFound, signingEdgeChecks } from './signing-edges.js';

/** Every check, in the order they run. */
export const conformanceChecks: readonly Check[] = Object.freeze([
  ...documentChecks,
  ...fieldChecks,
  distinctPaths,
  ...connectionChecks,
  ...publicChecks,
  ...presenceChecks,
  ...refusalChecks,
  ...optionalEndpointChecks,
  ...disclosureChecks,
  ...positiveChecks,
  ...readChecks,
  ...signingEdgeChecks,
  ...rotationChecks,
  ...lifecycleChecks,
  recipeFound,
  ...serviceChecks,
  ...listingChecks,
  framedPages,
]);
