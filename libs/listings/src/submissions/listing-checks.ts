import type { CheckResult, Finding } from '@portal/conformance';
import { describePermission, MAX_PLAN_PRICE, paidPlans, type CanonicalManifest } from '@portal/contract';
import { accountedBy } from '../listing/domain/permission-use.js';
import { outOfBounds } from '../listing/domain/manifest-bounds.js';
import { namespaceOf, ownerOf } from '../listing/domain/route-namespaces.js';
import type { RevisionFacts } from '../listing/domain/revision-diff.js';
import { versionStep } from '../listing/domain/version-bump.js';
import { pricedTier } from '../pricing/domain/price-rule.js';
import type { LookAlike } from './domain/look-alike-names.js';

/** Requirements of a listing on a manifest beyond the contract. */
export const LISTING_CHECKS = [
  { id: 'L01', rule: 'drive_id_is_reserved' },
  { id: 'L02', rule: 'manifest_is_new' },
  { id: 'L03', rule: 'version_goes_up' },
  { id: 'L04', rule: 'tier_can_be_priced' },
  { id: 'L05', rule: 'manifest_fits' },
  { id: 'L06', rule: 'name_is_its_own' },
  { id: 'L07', rule: 'routes_are_its_own' },
  { id: 'L08', rule: 'permissions_are_explained' },
] as const;
type ListingCheckId = (typeof LISTING_CHECKS)[number]['id'];
type Words = Omit<Finding, 'id' | 'check' | 'rule'>;

function drivesId(manifest: CanonicalManifest, slug: string): Words[] {
  if (manifest.id === null || manifest.id === slug) return [];
  return [
    {
      level: 'error',
      pointer: '/drive/id',
      expected: slug,
      received: manifest.id,
      cause: 'The id is not the one that was reserved when your application was approved.',
      fix: `Set drive.id to "${slug}". It is permanent.`,
      spec: 'drive object',
    },
  ];
}

function isNew(found: RevisionFacts, live: RevisionFacts | null): Words[] {
  if (live === null || live.digest !== found.digest || live.origin !== found.origin) return [];
  return [
    {
      level: 'error',
      pointer: '',
      expected: 'a manifest that differs from the live one',
      received: found.digest,
      cause: 'Exactly this manifest is live already.',
      fix: 'Publish a change and raise drive.version, or leave it as it is.',
      spec: 'Versioning',
    },
  ];
}

function version(found: RevisionFacts, live: RevisionFacts | null, highest: string | null): Words[] {
  if (live === null || live.digest === found.digest) return [];
  const to = found.manifest.version;
  const step = versionStep(highest, to);
  if (step === 'raised') return [];
  return [
    {
      level: step === 'lowered' ? 'error' : 'warning',
      pointer: found.manifest.shape === 'flat' ? '/version' : '/drive/version',
      expected: `a version above ${highest ?? 'none'}`,
      received: to ?? 'none',
      cause:
        step === 'lowered'
          ? `Versions only rise, and ${highest} was published before.`
          : 'The manifest changed, but its version did not go up.',
      fix: 'Raise the version on each publish. Without that, operators are not offered the change.',
      spec: 'Versioning 5',
    },
  ];
}

/** A custom tier, or paid plans of which the host can bill none; L05 says what is too much. */
function price(manifest: CanonicalManifest): Words[] {
  const { paid, billed } = paidPlans(manifest.pricing);
  const never = paid.length > 0 && billed.length === 0 && paid.every((one) => one.priceCents <= MAX_PLAN_PRICE);
  if (!never && (paid.length > 0 || pricedTier(manifest) !== undefined)) return [];
  return [
    {
      level: never ? 'error' : 'warning',
      pointer: never ? '/pricing/plans' : '/drive/pricing_tier',
      expected: never ? 'a plan by the month, in a currency of the host' : 'free or a tier of the price list',
      received: never ? 'none' : 'custom',
      cause: `The host bills tiers and monthly plans, and ${never ? 'can bill none of these' : '"custom" has no price'}.`,
      fix: 'Choose a tier, or add a plan by the month. What the host has no price for cannot go live.',
      spec: 'Commercial rules',
    },
  ];
}

const fits = (manifest: CanonicalManifest): Words[] =>
  outOfBounds(manifest).map((found) => ({ level: 'error', spec: 'Drive manifest', ...found }));

const ALIKE: Readonly<Record<LookAlike['how'], (name: string) => string>> = {
  protected: (name) => `The name reads as if it came from "${name}", which is a protected name.`,
  same: (name) => `The name looks the same as "${name}", a Drive of another author.`,
  near: (name) => `The name can be taken for "${name}", a Drive of another author.`,
};

/** Why a name can be taken for another, in a sentence. */
export const alikeText = ({ name, how }: LookAlike): string => ALIKE[how](name);

const ownName = ({ manifest }: RevisionFacts, alike: readonly LookAlike[]): Words[] =>
  alike.map((one) => ({
    level: 'warning',
    pointer: manifest.shape === 'flat' ? '/name' : '/drive/name',
    expected: 'a name that cannot be mistaken for another',
    received: manifest.name,
    cause: alikeText(one),
    fix: 'Choose another name, or tell the reviewer why you may use this one.',
    spec: 'drive object',
  }));

const ownRoutes = ({ manifest }: RevisionFacts, others: readonly string[]): Words[] =>
  manifest.routesExposed.flatMap(({ path }, i) => {
    const owner = ownerOf(namespaceOf(path), others);
    if (owner === null) return [];
    return [
      {
        level: 'error',
        pointer: `/routes_exposed/${i}/path`,
        expected: 'a namespace of your own',
        received: path,
        cause: `Pages below "/${namespaceOf(path)}" belong to ${owner}.`,
        fix: 'Put all pages under one first segment of your own, best your Drive’s id.',
        spec: 'What the service does 8',
      },
    ];
  });

/** Least privilege: what the host does not know, or nothing in the manifest needs, is not asked for. */
function explained(manifest: CanonicalManifest): Words[] {
  const asked = manifest.permissionsRequested;
  const needed = asked.filter((name) => accountedBy(name, manifest).length > 0);
  const proposal = `"permissions_requested": ${JSON.stringify(needed)}`;
  return asked.flatMap((name, i) => {
    if (needed.includes(name)) return [];
    const { known } = describePermission(name);
    return [
      {
        level: 'warning',
        pointer: `/permissions_requested/${i}`,
        expected: proposal,
        received: name,
        cause: known
          ? `No capability, event, setting or data class of the manifest needs the permission "${name}".`
          : `The host does not know the permission "${name}", and nothing in the manifest explains it.`,
        fix: `Ask for what is needed only: ${proposal}. Or add what needs it, and tell the reviewer why.`,
        spec: 'Permissions',
      },
    ];
  });
}

/**
 * Runs the listing checks on a manifest that the contract finds valid. `live` is null for a Drive not yet listed.
 * @param highest the highest version that it ever published.
 * @param alike similar names.
 * @param taken namespaces of its pages that belong to other Drives.
 */
export function checkListing(
  found: RevisionFacts,
  live: RevisionFacts | null,
  {
    slug,
    highest,
    alike = [],
    taken = [],
  }: { slug: string; highest: string | null; alike?: readonly LookAlike[]; taken?: readonly string[] },
): CheckResult[] {
  const words: Record<ListingCheckId, Words[]> = {
    L01: drivesId(found.manifest, slug),
    L02: isNew(found, live),
    L03: version(found, live, highest),
    L04: price(found.manifest),
    L05: fits(found.manifest),
    L06: ownName(found, alike),
    L07: ownRoutes(found, taken),
    L08: explained(found.manifest),
  };
  return LISTING_CHECKS.map(({ id, rule }) => {
    const findings = words[id].map((w): Finding => ({ id, check: 'listing', rule, ...w }));
    const status = findings.length === 0 ? 'pass' : findings.some((f) => f.level === 'error') ? 'fail' : 'warn';
    return { id, rule, check: 'listing', status, findings };
  });
}

/** The listing checks of a manifest that could not be read. */
export function skippedListingChecks(): CheckResult[] {
  return LISTING_CHECKS.map(({ id, rule }) => ({ id, rule, check: 'listing', status: 'skipped', findings: [] }));
}
