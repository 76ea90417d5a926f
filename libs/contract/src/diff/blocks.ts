import type { CanonicalManifest, ManifestQuota } from '../manifest/canonical.js';
import type { ManifestPricing } from '../manifest/fields/commercial.js';
import { blockFields } from '../manifest/fields/index.js';
import { texts } from '../manifest/field-types.js';
import type { Changes } from './collector.js';

const { quota: QUOTA, compliance: COMPLIANCE, support: SUPPORT, installReturns: RETURNS } = blockFields;

function diffPricing(changes: Changes, from: ManifestPricing, to: ManifestPricing): void {
  if (from.kind === 'tier' && to.kind === 'tier') {
    changes.field('pricing_tier', '/drive/pricing_tier', from.tier, to.tier, 'commercial', 'The price tier');
  } else if (from.kind === 'plans' && to.kind === 'plans') {
    changes.field('pricing_model', '/pricing/model', from.model, to.model, 'commercial', 'The pricing model');
    changes.field('pricing_currency', '/pricing/currency', from.currency, to.currency, 'commercial', 'The currency');
    for (const id of new Set([...from.plans, ...to.plans].map((plan) => plan.id))) {
      const [old, plan] = [from, to].map((pricing) => pricing.plans.find((one) => one.id === id));
      changes.field('pricing_plan', '/pricing/plans', old, plan, 'commercial', `The plan ${id}`);
    }
  } else {
    const pointer = to.kind === 'tier' ? '/drive/pricing_tier' : '/pricing';
    changes.field('pricing', pointer, from, to, 'commercial', 'The pricing');
  }
}

function diffQuota(changes: Changes, from: ManifestQuota | null, to: ManifestQuota | null): void {
  if (!from || !to) {
    changes.field('quota', '/quota', from, to, 'commercial', 'The usage cap');
    return;
  }
  for (const key of ['unit', 'limit', 'overagePolicy'] as const) {
    const { at, change } = QUOTA.type.members[key];
    const level = key === 'limit' && to.limit > from.limit ? 'additive' : change.level;
    changes.field(change.kind, `/quota/${at}`, from[key], to[key], level, change.subject);
  }
}

function diffCompliance(
  changes: Changes,
  from: CanonicalManifest['compliance'],
  to: CanonicalManifest['compliance'],
): void {
  if (!from || !to) {
    changes.field('compliance', '/compliance', from, to, 'compliance', 'The compliance block');
    return;
  }
  const members = membersOf(COMPLIANCE.type.members);
  for (const [key, { at, change }] of members.filter(([, { type }]) => type === texts)) {
    const list = (of: typeof from): readonly string[] => of[key] as readonly string[];
    changes.set(list(from), list(to), {
      kind: at,
      pointer: `/compliance/${at}`,
      added: (item) => ({ level: change.level, sentence: `The compliance block now names ${item} under ${at}.` }),
      removed: (item) => ({
        level: change.level,
        sentence: `The compliance block no longer names ${item} under ${at}.`,
      }),
    });
  }
  for (const [key, { at, change }] of members.filter(([, { type }]) => type !== texts)) {
    changes.field(at, `/compliance/${at}`, from[key], to[key], change.level, `The claim ${at}`);
  }
}

/** The members of a block with their canonical names, typed as such. */
const membersOf = <M extends object>(members: M): [keyof M, M[keyof M]][] =>
  Object.entries(members) as [keyof M, M[keyof M]][];

/** Pricing, quota, compliance, support and install returns. */
export function diffBlocks(changes: Changes, from: CanonicalManifest, to: CanonicalManifest): void {
  diffPricing(changes, from.pricing, to.pricing);
  diffQuota(changes, from.quota, to.quota);
  diffCompliance(changes, from.compliance, to.compliance);
  for (const [key, { at, change }] of membersOf(SUPPORT.type.members)) {
    const [old, now] = [from.support?.[key], to.support?.[key]];
    changes.field(at, `/support/${at}`, old, now, change.level, `The support entry ${at}`);
  }
  for (const [key, { at, change }] of membersOf(RETURNS.type.members)) {
    const [old, now] = [from.installReturns?.[key], to.installReturns?.[key]];
    const kind = 'kind' in change ? change.kind : at;
    const level = change.level === 'breaking' && (old ?? null) === null ? 'additive' : change.level;
    changes.field(kind, `/install_returns/${at}`, old, now, level, `The install’s ${at}`);
  }
}
