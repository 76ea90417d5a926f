import { assertNever } from '@portal/kernel';
import type { ComplianceGap } from '../../tenants/domain/tenant-compliance.js';

/** Action of the platform's policy for an install that no longer complies. */
export const LAPSE_ACTIONS = ['warn', 'pause', 'remove'] as const;
export type LapseAction = (typeof LAPSE_ACTIONS)[number];

/** One version of that policy. */
export interface LapsePolicy {
  /** Id of the policy version with the action. */
  readonly version: number;
  readonly action: LapseAction;
  /** Between the first notice and a pause or removal. */
  readonly days: number;
}

/** Default where no policy is set. */
export const WARN_ONLY: LapsePolicy = { version: 1, action: 'warn', days: 30 };

const DAY_MS = 86_400_000;

/** When the policy acts on a lapse noticed at that instant; null: it only warns. */
export function actsAt({ action, days }: LapsePolicy, noticedAt: Date): Date | null {
  return action === 'warn' ? null : new Date(noticedAt.getTime() + days * DAY_MS);
}

/** Who can restore compliance; an operator can always uninstall instead. */
export const LAPSE_ACTORS = ['platform', 'author'] as const;
export type LapseActor = (typeof LAPSE_ACTORS)[number];

const MUST_ACT: Readonly<Record<ComplianceGap, LapseActor>> = {
  baa_required: 'platform',
  residency_missing: 'author',
  compliance_missing: 'author',
  claims_unproven: 'author',
};

export const whoMustAct = (gap: ComplianceGap): LapseActor => MUST_ACT[gap];

/** The notices about an agreement before and at its end, most urgent first, with the days before. */
export const AGREEMENT_NOTICES = [
  { kind: 'ended', days: 0 },
  { kind: '7_days', days: 7 },
  { kind: '30_days', days: 30 },
  { kind: '60_days', days: 60 },
] as const;
export type AgreementNotice = (typeof AGREEMENT_NOTICES)[number]['kind'];

/** The compliance record of a tenant, and when the facts that decide about a gap changed last. */
export interface LapseFacts {
  readonly agreementUntil: Date | null;
  /** When the tenant's compliance record was last changed; null: never. */
  readonly changedAt: Date | null;
  /** When the first evidence that the tenant relies on ended; null: there never was any. */
  readonly evidenceUntil: Date | null;
}

/** Since when a gap exists, by the tenant's record and the evidence; null: from the beginning. */
export function gapSince(
  gap: ComplianceGap,
  { agreementUntil, changedAt, evidenceUntil }: LapseFacts,
  now: Date,
): Date | null {
  const over = (at: Date | null): Date | null => (at !== null && at <= now ? at : null);
  switch (gap) {
    case 'baa_required':
      return over(agreementUntil) ?? changedAt;
    case 'residency_missing':
    case 'compliance_missing':
      return changedAt;
    case 'claims_unproven':
      return latest(over(evidenceUntil), changedAt);
    default:
      return assertNever(gap);
  }
}

const latest = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b > a) ? b : a);
