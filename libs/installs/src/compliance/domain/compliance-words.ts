import { utcDay } from '@portal/kernel';
import type { ComplianceGap } from '../../tenants/domain/tenant-compliance.js';
import { whoMustAct, type LapseAction } from './compliance-lapse.js';

/** The missing requirement, as a sentence. @param claims of `claims_unproven`, in words */
export function gapSentence(gap: ComplianceGap, claims: readonly string[]): string {
  const sentences: Record<ComplianceGap, string> = {
    baa_required: 'It requires a business associate agreement, and none that is in force is on file.',
    residency_missing: 'It does not state that it keeps data in the region that the tenant requires.',
    compliance_missing: 'It does not state how it treats regulated data, and the tenant is regulated.',
    claims_unproven: `Reviewers have not accepted what the tenant relies on: ${claims.join(', ')}.`,
  };
  return sentences[gap];
}

/** Who can restore compliance, as a sentence. */
export function actorSentence(gap: ComplianceGap): string {
  return whoMustAct(gap) === 'platform'
    ? 'The platform has to put an agreement on file.'
    : 'The author has to state it and give evidence, and reviewers accept that.';
}

/** The policy's action, as a sentence. @param at null: it only warns */
export function actionSentence(action: LapseAction, at: Date | null): string {
  if (action === 'warn' || at === null) return 'Nothing is stopped.';
  const how = action === 'pause' ? 'paused' : 'removed';
  return `It is ${how} on ${utcDay(at)} (UTC) unless it holds again by then.`;
}

export const PAUSED_MEANS =
  'While it is paused it is sent no events and no settings, and nothing is read from it. Billing goes on until it is uninstalled.';
