import type { CanonicalManifest } from '@portal/contract';
import { dataPermissions } from '../../listing/domain/permission-use.js';

/** A claim of a manifest about regulated data that needs evidence. */
export interface ComplianceClaim {
  /** Stable name, e.g. `framework:SOC 2`, at most 200 characters. */
  id: string;
  /** The claim; may contain the author's own words. */
  text: string;
}

const CLAIM_MAX = 200;
const WORDS: Readonly<Record<string, (value: string) => string>> = {
  framework: (name) => `Conforms to ${name}`,
  residency: (region) => `Keeps data in ${region}`,
  baa: () => 'Offers a business-associate agreement',
  encryption_at_rest: () => 'Encrypts at rest',
  encryption_in_transit: () => 'Encrypts in transit',
  permission: (name) => `Protects the data that ${name} opens`,
};

/** A claim in words, by its id alone. */
export function claimText(id: string): string {
  const [kind, ...value] = id.split(':');
  return WORDS[kind!]?.(value.join(':')) ?? id;
}

const named = (kind: string, values: readonly string[]): ComplianceClaim[] =>
  values
    .map((value) => [...`${kind}:${value}`].slice(0, CLAIM_MAX).join(''))
    .map((id) => ({ id, text: claimText(id) }));
const encrypted = (id: string, how: string | null): ComplianceClaim[] =>
  how === null ? [] : [{ id, text: `${claimText(id)}: ${how}` }];

/**
 * The claims of a manifest in the order of reading, each once; a permission for regulated data is one, with or without a
 * compliance block. Mirrored by `listings.compliance_claims`. The list of subprocessors is its own evidence: its address
 * is watched (`WatchSubprocessors`).
 */
export function claimsOf(manifest: Pick<CanonicalManifest, 'compliance' | 'permissionsRequested'>): ComplianceClaim[] {
  const all = [...ofBlock(manifest.compliance), ...named('permission', dataPermissions(manifest))];
  return all.filter((claim, i) => all.findIndex((other) => other.id === claim.id) === i);
}

function ofBlock(compliance: CanonicalManifest['compliance']): ComplianceClaim[] {
  if (compliance === null) return [];
  return [
    ...named('framework', compliance.frameworks),
    ...named('residency', compliance.dataResidency),
    ...(compliance.baaRequired ? [{ id: 'baa', text: claimText('baa') }] : []),
    ...encrypted('encryption_at_rest', compliance.encryptionAtRest),
    ...encrypted('encryption_in_transit', compliance.encryptionInTransit),
  ];
}

/** Stated: a file waits for a reviewer. Only what is accepted, also while that expires, is proven. */
export const CLAIM_STATES = ['missing', 'stated', 'accepted', 'expiring', 'expired', 'rejected'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

const DAY_MS = 86_400_000;
/** Evidence is valid for at most this long; then it is reviewed again. */
export const EVIDENCE_DAYS = 1_100;

/** The notices about evidence before and at its end, most urgent first, with the days before. */
export const EVIDENCE_NOTICES = [
  { kind: 'expired', days: 0 },
  { kind: '7_days', days: 7 },
  { kind: '30_days', days: 30 },
  { kind: '60_days', days: 60 },
] as const;
export type EvidenceNotice = (typeof EVIDENCE_NOTICES)[number]['kind'];
/** From here on an acceptance is shown as expiring. */
export const EXPIRING_DAYS = 30;

export const EVIDENCE_ENDS = ['replaced', 'withdrawn', 'rejected'] as const;
export type EvidenceEnd = (typeof EVIDENCE_ENDS)[number];

/** The status of a claim by its newest file, whose ends are exclusive; undefined: there never was one. */
export function claimState(
  newest: { valid_until: Date; accepted_until: Date | null; ended_how: EvidenceEnd | null } | undefined,
  now: Date,
): ClaimState {
  if (newest?.ended_how === 'rejected') return 'rejected';
  if (!newest || newest.ended_how !== null) return 'missing';
  if (newest.valid_until <= now) return 'expired';
  if (newest.accepted_until === null || newest.accepted_until <= now) return 'stated';
  return newest.accepted_until.getTime() <= now.getTime() + EXPIRING_DAYS * DAY_MS ? 'expiring' : 'accepted';
}

/** Whether evidence may end then, counted from now. */
export const mayEnd = (validUntil: Date, now: Date): boolean =>
  validUntil > now && validUntil.getTime() <= now.getTime() + EVIDENCE_DAYS * DAY_MS;
