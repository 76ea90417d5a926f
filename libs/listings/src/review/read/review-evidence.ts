import type { SeenCall } from '@portal/conformance';
import { canonicalKind, CAPABILITIES, describePermission, listsKind, type CanonicalManifest } from '@portal/contract';
import { utcDay } from '@portal/kernel';
import type { ClaimEvidenceView } from '../../evidence/evidence.view.js';
import { accountedBy } from '../../listing/domain/permission-use.js';
import { permissionView } from '../../listing/manifest.view.js';
import type { CheckView, FindingView } from '../../conformance/conformance.view.js';
import type {
  ClaimedCapabilityView,
  ClaimedEventView,
  DoNotView,
  PostureView,
  ReviewedComplianceView,
  ReviewedPermissionView,
  ReviewedPricingView,
} from '../http/review.view.js';
import { DO_NOT_CHECKS } from '../domain/review-criteria.js';
import type { DriveUse } from '../../listing/observed-use.js';
import type { Price } from '../../pricing/prices.js';

const KNOWN: ReadonlySet<string> = new Set(CAPABILITIES);

/** How a standard capability is called, at the endpoint of its name, and the checks that call it. */
const CALLS: Readonly<Record<string, { method?: string; checks: readonly string[] }>> = {
  install: { method: 'POST', checks: ['C46', 'C80', 'C82'] },
  uninstall: { method: 'DELETE', checks: ['C47', 'C89', 'C91'] },
  metrics: { method: 'GET', checks: ['C43', 'C60'] },
  events: { method: 'GET', checks: ['C44', 'C61', 'C64'] },
  billing: { method: 'GET', checks: ['C45', 'C62'] },
  quota: { checks: ['C131', 'C132'] },
};

const POSTURE: Readonly<Record<string, readonly string[]>> = {
  address: ['C120'],
  tls: ['C121', 'C122'],
  headers: ['C123'],
  disclosure: ['C118', 'C119'],
  icon: ['C20', 'C79'],
  embed: ['C36', 'C114'],
  config_form: ['C32', 'C113'],
};
const WORSE = ['skipped', 'pass', 'error', 'warn', 'fail'];

/** Data that a permission opens, by name; for `data.<class>` the class, for an unknown name null. */
const DATA_CLASS: Readonly<Record<string, string>> = {
  'venture.read': 'identity',
  'events.emit': 'activity',
  'events.receive': 'activity',
  'billing.read': 'billing',
  'config.read': 'settings',
  'widget.embed': 'pages',
  'audit.export': 'audit',
};

function dataClass(name: string): string | null {
  const kind = /^events\.receive:/.test(name) ? 'events.receive' : name;
  return /^data\.(.+)$/.exec(name)?.[1] ?? (Object.hasOwn(DATA_CLASS, kind) ? DATA_CLASS[kind]! : null);
}

/** A check and its result, which is the only sign of use. */
type Ran = Pick<CheckView, 'id' | 'state'>;
export type SeenCalls = Readonly<Record<string, SeenCall>>;

/**
 * Observed use of a permission; null where the host cannot see it: what a Drive does with its data, scripts on other
 * pages, and audit records, for which the contract has no call.
 */
function observed(
  name: string,
  manifest: CanonicalManifest,
  checks: readonly Ran[],
  use: DriveUse | undefined,
): string | null {
  const passed = (id: string): boolean => checks.some((check) => check.id === id && check.state === 'pass');
  const installs = use?.installs ?? 0;
  switch (name.startsWith('events.receive:') ? 'events.receive' : name) {
    case 'venture.read':
      return installs > 0 ? `Handed over with ${counted(installs, 'running install')}` : 'No install runs yet';
    case 'events.emit': {
      const count = use?.events.reduce((sum, one) => sum + one.count, 0) ?? 0;
      if (use?.eventsSharedSince)
        return `Every install gets the same events, since ${utcDay(use.eventsSharedSince)}: those that name no install are no tenant’s`;
      if (count > 0) return `${counted(count, 'event')} of ${counted(use!.events.length, 'kind')} from installs`;
      return passed('C64') ? 'Event rows read while checking' : 'No event observed yet';
    }
    case 'events.receive':
      if (manifest.endpoints.receive === null) return 'It gives no address for events, so none is delivered';
      return passed('C128')
        ? 'Its address for events answered while checking'
        : 'Its address for events has not answered yet';
    case 'billing.read':
      return passed('C62') ? 'Billing read while checking' : 'Billing has not answered yet';
    case 'config.read':
      if (manifest.configSchema === null) return 'It has no form, so no setting is handed over';
      return (use?.configured ?? 0) > 0
        ? `Settings handed over with ${counted(use!.configured, 'running install')}`
        : 'No settings handed over yet';
    default:
      return null;
  }
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Each permission with its reason in the manifest, the data it opens and its observed use. */
export function reviewedPermissions(
  manifest: CanonicalManifest,
  base: CanonicalManifest | null,
  checks: readonly Ran[],
  use: DriveUse | undefined,
): ReviewedPermissionView[] {
  return manifest.permissionsRequested.map((name) => {
    return {
      ...permissionView(describePermission(name)),
      data_class: dataClass(name),
      added: base !== null && !base.permissionsRequested.includes(name),
      accounted_by: accountedBy(name, manifest),
      granted: use ? (use.grants.get(name) ?? 0) : null,
      observed: observed(name, manifest, checks, use),
    };
  });
}

/** Every standard capability and every declared one, compared with calls: a block of the manifest only declares. */
export function claimedCapabilities(
  manifest: CanonicalManifest,
  checks: readonly Ran[],
  use: DriveUse | undefined,
  calls: SeenCalls = {},
): ClaimedCapabilityView[] {
  const stateOf = new Map(checks.map((check) => [check.id, check.state]));
  return [...new Set([...CAPABILITIES, ...manifest.capabilities])].map((name) => {
    const { method, checks: calling } = CALLS[name] ?? { checks: [] };
    const by = calling.filter((id) => ['pass', 'warn', 'fail'].includes(stateOf.get(id) ?? ''));
    const declared = manifest.capabilities.includes(name);
    const called = by.every((id) => stateOf.get(id) !== 'fail') ? 'observed' : 'not_observed';
    const live = use?.calls.find(({ capability }) => capability === name);
    return {
      name,
      declared,
      known: KNOWN.has(name),
      actual: by.length > 0 ? called : declared ? 'declared' : 'unknown',
      request: method ? `${method} ${manifest.endpoints[name as 'install']}` : null,
      by,
      calls: by.flatMap((id) => (calls[id] ? [{ id, ...calls[id] }] : [])),
      live: live
        ? { installs: live.installs, failing: live.failing, last_at: live.lastAt?.toISOString() ?? null }
        : null,
    };
  });
}

/** Event kinds declared and observed; observed but undeclared ones first. */
export function claimedEvents(manifest: CanonicalManifest, use: DriveUse | undefined): ClaimedEventView[] {
  const seen = new Map(use?.events.map((one) => [one.kind, one]));
  const none = use && (use.installs > 0 || use.events.length > 0) ? 0 : null;
  // Observed kinds have the preferred spelling; a declared one is shown as the manifest spells it.
  const unseen = [...seen.keys()].filter((kind) => !listsKind(manifest.eventsEmitted, kind));
  const emitted = [...new Set([...unseen, ...manifest.eventsEmitted])].map((kind): ClaimedEventView => {
    const found = seen.get(canonicalKind(kind)) ?? seen.get(kind);
    return {
      kind,
      direction: 'emitted',
      declared: listsKind(manifest.eventsEmitted, kind),
      seen: found?.count ?? none,
      quarantined: found?.quarantined ?? 0,
      last_at: found?.lastAt.toISOString() ?? null,
    };
  });
  const consumed = manifest.eventsConsumed.map((kind): ClaimedEventView => {
    const found = use?.delivered.find((one) => canonicalKind(one.kind) === canonicalKind(kind));
    return {
      kind,
      direction: 'consumed',
      declared: true,
      seen: found?.count ?? none,
      quarantined: 0,
      last_at: found?.lastAt.toISOString() ?? null,
    };
  });
  return [...emitted.sort((a, b) => Number(a.declared) - Number(b.declared)), ...consumed];
}

/** Aspects of the Drive's safety. */
export function posture(checks: readonly CheckView[]): PostureView[] {
  return Object.entries(POSTURE).map(([area, ids]) => {
    const own = checks.filter((check) => ids.includes(check.id));
    const state = own.reduce(
      (worst, check) => (WORSE.indexOf(check.state) > WORSE.indexOf(worst) ? check.state : worst),
      'skipped',
    );
    return { area, state, findings: own.flatMap((check) => check.findings) };
  });
}

/** Findings of the do-not rules, with the words. */
export function doNotFindings(checks: readonly CheckView[]): DoNotView[] {
  const findings: FindingView[] = checks
    .filter((check) => DO_NOT_CHECKS.includes(check.id))
    .flatMap((check) => check.findings);
  return findings.map((finding) => ({
    check: finding.id,
    rule: finding.rule,
    pointer: finding.pointer ?? null,
    words: finding.received === undefined ? [] : finding.received.split(', '),
  }));
}

export function reviewedCompliance({ compliance }: CanonicalManifest): ReviewedComplianceView | null {
  if (compliance === null) return null;
  return {
    frameworks: [...compliance.frameworks],
    data_classes: [...compliance.dataClasses],
    data_residency: [...compliance.dataResidency],
    baa_required: compliance.baaRequired,
    subprocessors_url: compliance.subprocessorsUrl,
    encryption_at_rest: compliance.encryptionAtRest,
    encryption_in_transit: compliance.encryptionInTransit,
  };
}

/** A sentence for each claim that no reviewer accepts. */
export function lackingEvidence(claims: readonly ClaimEvidenceView[]): string[] {
  return claims.flatMap(({ text, state, evidence }) => {
    if (state === 'accepted' || state === 'expiring') return [];
    if (!evidence) return [`${text}: ${state === 'rejected' ? 'its evidence was rejected' : 'no evidence'}.`];
    const day = utcDay(evidence.valid_until);
    return [
      `${text}: ${state === 'expired' ? `the evidence expired on ${day}` : 'no reviewer accepted its evidence'}.`,
    ];
  });
}

export function reviewedPricing(
  manifest: CanonicalManifest,
  price: Price | undefined,
  listable: boolean,
): ReviewedPricingView {
  const { pricing, quota } = manifest;
  const tier = pricing.kind === 'tier' ? pricing.tier : null;
  const amount = price && { amount_minor: price.amountMinor.toString(), currency: price.currency };
  return {
    kind: pricing.kind,
    tier,
    price: amount ? { ...amount, interval: 'month', plan: tier === null ? price.tier : null } : null,
    on_price_list: listable,
    quota: quota && { unit: quota.unit, limit: quota.limit, overage_policy: quota.overagePolicy },
  };
}
