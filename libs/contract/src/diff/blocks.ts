import type { CanonicalManifest, ManifestPricing, ManifestQuota } from '../manifest/types.js';
import type { Changes } from './collector.js';

function diffPricing(changes: Changes, from: ManifestPricing, to: ManifestPricing): void {
  if (from.kind === 'tier' && to.kind === 'tier') {
    changes.field(from.tier, to.tier, {
      kind: 'pricing_tier',
      pointer: '/drive/pricing_tier',
      level: 'commercial',
      subject: 'The price tier',
    });
  } else if (from.kind === 'plans' && to.kind === 'plans') {
    changes.field(from.model, to.model, {
      kind: 'pricing_model',
      pointer: '/pricing/model',
      level: 'commercial',
      subject: 'The pricing model',
    });
    changes.field(from.currency, to.currency, {
      kind: 'pricing_currency',
      pointer: '/pricing/currency',
      level: 'commercial',
      subject: 'The currency',
    });
    for (const id of new Set([...from.plans, ...to.plans].map((plan) => plan.id))) {
      const [old, plan] = [from, to].map((pricing) => pricing.plans.find((one) => one.id === id));
      changes.field(old, plan, {
        kind: 'pricing_plan',
        pointer: '/pricing/plans',
        level: 'commercial',
        subject: `The plan ${id}`,
      });
    }
  } else {
    const pointer = to.kind === 'tier' ? '/drive/pricing_tier' : '/pricing';
    changes.field(from, to, { kind: 'pricing', pointer, level: 'commercial', subject: 'The pricing' });
  }
}

function diffQuota(changes: Changes, from: ManifestQuota | null, to: ManifestQuota | null): void {
  if (!from || !to) {
    changes.field(from, to, { kind: 'quota', pointer: '/quota', level: 'commercial', subject: 'The usage cap' });
    return;
  }
  changes.field(from.unit, to.unit, {
    kind: 'quota_unit',
    pointer: '/quota/unit',
    level: 'commercial',
    subject: 'The unit of the usage cap',
  });
  const level = to.limit > from.limit ? 'additive' : 'commercial';
  changes.field(from.limit, to.limit, {
    kind: 'quota_limit',
    pointer: '/quota/limit',
    level,
    subject: 'The usage cap',
  });
  changes.field(from.overagePolicy, to.overagePolicy, {
    kind: 'quota_policy',
    pointer: '/quota/overage_policy',
    level: 'commercial',
    subject: 'What happens above the cap',
  });
}

function diffCompliance(
  changes: Changes,
  from: CanonicalManifest['compliance'],
  to: CanonicalManifest['compliance'],
): void {
  if (!from || !to) {
    changes.field(from, to, {
      kind: 'compliance',
      pointer: '/compliance',
      level: 'compliance',
      subject: 'The compliance block',
    });
    return;
  }
  const lists = [
    ['frameworks', 'frameworks'],
    ['dataClasses', 'data_classes'],
    ['dataResidency', 'data_residency'],
  ] as const;
  for (const [key, wire] of lists) {
    changes.set(from[key], to[key], {
      kind: wire,
      pointer: `/compliance/${wire}`,
      added: (item) => ({ level: 'compliance', sentence: `The compliance block now names ${item} under ${wire}.` }),
      removed: (item) => ({
        level: 'compliance',
        sentence: `The compliance block no longer names ${item} under ${wire}.`,
      }),
    });
  }
  const fields = [
    ['subprocessorsUrl', 'subprocessors_url'],
    ['baaRequired', 'baa_required'],
    ['encryptionAtRest', 'encryption_at_rest'],
    ['encryptionInTransit', 'encryption_in_transit'],
  ] as const;
  for (const [key, wire] of fields) {
    changes.field(from[key], to[key], {
      kind: wire,
      pointer: `/compliance/${wire}`,
      level: 'compliance',
      subject: `The claim ${wire}`,
    });
  }
}

/** Pricing, quota, compliance, support and install returns. */
export function diffBlocks(changes: Changes, from: CanonicalManifest, to: CanonicalManifest): void {
  diffPricing(changes, from.pricing, to.pricing);
  diffQuota(changes, from.quota, to.quota);
  diffCompliance(changes, from.compliance, to.compliance);
  const supportWords = [
    ['slaResponseBusinessHours', 'sla_response_business_hours'],
    ['slaResponseOffHours', 'sla_response_off_hours'],
    ['incidentEmail', 'incident_email'],
    ['statusPage', 'status_page'],
  ] as const;
  for (const [key, wire] of supportWords) {
    changes.field(from.support?.[key], to.support?.[key], {
      kind: wire,
      pointer: `/support/${wire}`,
      level: 'cosmetic',
      subject: `The support entry ${wire}`,
    });
  }
  // What is embedded into an operator's page, and from where, is a right that the operator gave.
  const returns = [
    ['type', 'type', 'breaking'],
    ['tokenPrefix', 'token_prefix', 'cosmetic'],
    ['embedSnippet', 'embed_snippet', 'consent'],
    ['hostOrigin', 'host_origin', 'consent'],
  ] as const;
  for (const [key, wire, level] of returns) {
    const [old, now] = [from.installReturns?.[key], to.installReturns?.[key]];
    const settled = level === 'breaking' && (old ?? null) === null ? 'additive' : level;
    changes.field(old, now, {
      kind: wire === 'type' ? 'install_returns_type' : wire,
      pointer: `/install_returns/${wire}`,
      level: settled,
      subject: `The install’s ${wire}`,
    });
  }
}
