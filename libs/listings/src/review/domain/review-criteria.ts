import type { CanonicalManifest, ManifestChange } from '@portal/contract';
import { claimsOf } from '../../evidence/domain/compliance-claims.js';
import { pricedTier } from '../../pricing/domain/price-rule.js';

/** The material shown with the checks when judging a criterion; each is a part of the workspace. */
type Evidence =
  | 'permissions'
  | 'claims'
  | 'posture'
  | 'do_not'
  | 'compliance'
  | 'pricing'
  | 'changes'
  | 'conformance'
  | 'neighbours'
  | 'author';

/**
 * Checks of the do-not rules. A reviewer decides about their findings, except that no page is allowed in a namespace
 * of others.
 */
export const DO_NOT_CHECKS: readonly string[] = ['C112', 'C113', 'C114', 'C115', 'C139', 'L07'];

/** Facts of the revision under review that decide whether a criterion applies. */
export interface CriterionFacts {
  manifest: CanonicalManifest;
  /** True when another revision is live and is replaced by this one. */
  update: boolean;
}

interface Criterion {
  id: string;
  title: string;
  /** The requirement, in one sentence. */
  sentence: string;
  /** Checks shown as evidence; those of `groups` too, unless another criterion names them. */
  checks: readonly string[];
  groups: readonly string[];
  evidence: readonly Evidence[];
  /** When it is not applicable, as a phrase; null: it always applies. */
  notApplicable: string | null;
  applies: (facts: CriterionFacts) => boolean;
  /** Whether two reviewers together may make an exception of it. */
  exceptions: boolean;
  /** Always looked at by itself: what no check can decide. */
  alone: boolean;
  /** Parts of the manifest whose change concerns it, as beginnings of JSON pointers. */
  touchedBy: readonly string[];
}

/** Version of the list below. A judgement counts for the version it was made under. */
export const CRITERIA_VERSION = 1;

/** Of most criteria: it always applies, and an exception of it is possible. */
const USUAL = {
  checks: [],
  groups: [],
  evidence: [],
  notApplicable: null,
  applies: (_facts: CriterionFacts): boolean => true,
  exceptions: true,
  alone: false,
  touchedBy: [],
} as const;

/** Everything that is judged about a revision before it is decided on, in the order of reading. Mirrored by `listings.review_criteria`. */
export const CRITERIA = [
  {
    ...USUAL,
    id: 'manifest_validity',
    title: 'Manifest validity',
    sentence: 'The manifest is served as the contract says and is valid in every field.',
    groups: ['schema'],
    touchedBy: ['/contract_version', '/schema_version'],
  },
  {
    ...USUAL,
    id: 'request_signing',
    title: 'Request signing',
    sentence: 'Calls that are not signed correctly are refused, and those that are get through.',
    groups: ['hmac'],
    exceptions: false,
    touchedBy: ['/endpoints'],
  },
  {
    ...USUAL,
    id: 'endpoint_behaviour',
    title: 'Endpoint behaviour',
    sentence: 'Every endpoint is there, answers in time and in the envelope.',
    groups: ['endpoints'],
    evidence: ['conformance'],
    touchedBy: ['/endpoints'],
  },
  {
    ...USUAL,
    id: 'install_lifecycle',
    title: 'Install life cycle',
    sentence: 'Installs, events and uninstalls do what the contract says.',
    checks: ['C88', 'C98', 'C106', 'C154', 'C155'],
    groups: ['lifecycle', 'events'],
    evidence: ['conformance'],
    touchedBy: ['/endpoints', '/install_returns', '/capabilities', '/config_schema'],
  },
  {
    ...USUAL,
    id: 'scope_minimisation',
    title: 'Scope minimisation',
    sentence: 'Every permission and data class is needed for what the Drive visibly does.',
    checks: ['C28', 'L08'],
    evidence: ['permissions'],
    alone: true,
    notApplicable: 'The Drive asks for no permission.',
    applies: ({ manifest }: CriterionFacts) => manifest.permissionsRequested.length > 0,
  },
  {
    ...USUAL,
    id: 'claims_versus_actual',
    title: 'Claims versus actual',
    sentence: 'Capabilities and events are the ones that were observed, no more and no fewer.',
    checks: ['C26', 'C27', 'C29', 'C30', 'C31', 'C64'],
    evidence: ['claims'],
    touchedBy: ['/capabilities', '/events_emitted', '/events_consumed'],
  },
  {
    ...USUAL,
    id: 'transport_security',
    title: 'Transport security',
    sentence: 'The address, the certificate and the headers protect every call, and answers give nothing away.',
    checks: ['C118', 'C119', 'C120', 'C121', 'C122', 'C123'],
    evidence: ['posture'],
  },
  {
    ...USUAL,
    id: 'content_security',
    title: 'Content security',
    sentence: 'Icon, embed and pages bring nothing from third parties and no script of their own into the host.',
    checks: ['C20', 'C36', 'C37', 'C79', 'C114'],
    evidence: ['posture'],
    touchedBy: ['/drive/icon_url', '/icon_url', '/install_returns', '/routes_exposed'],
  },
  {
    ...USUAL,
    id: 'configuration_form',
    title: 'Configuration form',
    sentence: 'The form asks operators for settings only, never for credentials of other services.',
    checks: ['C32', 'C113'],
    evidence: ['posture'],
    touchedBy: ['/config_schema'],
    notApplicable: 'The Drive has no configuration form.',
    applies: ({ manifest }: CriterionFacts) => manifest.configSchema !== null,
  },
  {
    ...USUAL,
    id: 'do_not_rules',
    title: 'Do-not rules',
    sentence: 'Copy names no model provider, and routes and names stay out of what belongs to the host.',
    checks: ['C112', 'C115', 'L07'],
    evidence: ['do_not'],
    exceptions: false,
    alone: true,
  },
  {
    ...USUAL,
    id: 'compliance_claims',
    title: 'Compliance claims',
    sentence: 'What is claimed about regulated data is plausible, and a reviewer accepted its evidence.',
    checks: ['C34'],
    evidence: ['compliance'],
    alone: true,
    notApplicable: 'The Drive claims nothing about regulated data and asks for none.',
    applies: ({ manifest }: CriterionFacts) => manifest.compliance !== null || claimsOf(manifest).length > 0,
  },
  {
    ...USUAL,
    id: 'pricing',
    title: 'Pricing',
    sentence: 'The price of the Drive is on the price list of the host and is stated clearly.',
    checks: ['C21', 'C22', 'C65', 'L04'],
    evidence: ['pricing'],
    touchedBy: ['/pricing', '/drive/pricing_tier', '/quota'],
    notApplicable: 'The Drive costs nothing.',
    applies: ({ manifest }: CriterionFacts) => pricedTier(manifest) !== null,
  },
  {
    ...USUAL,
    id: 'change_impact',
    title: 'Change impact',
    sentence: 'What changes for running installs is justified, and the version says so.',
    checks: ['L02', 'L03'],
    evidence: ['changes'],
    alone: true,
    notApplicable: 'Nothing is live that this revision would replace.',
    applies: ({ update }: CriterionFacts) => update,
  },
  {
    ...USUAL,
    id: 'listing_quality',
    title: 'Listing quality',
    sentence: 'Name, tagline and category are true, understandable and cannot be mistaken for another Drive.',
    checks: ['C14', 'C15', 'C16', 'C139', 'L01'],
    groups: ['listing'],
    evidence: ['neighbours', 'author'],
    alone: true,
  },
] as const satisfies readonly Criterion[];

export type CriterionId = (typeof CRITERIA)[number]['id'];
export const CRITERION_IDS: readonly CriterionId[] = CRITERIA.map((criterion) => criterion.id);

const byId = new Map<string, Criterion>(CRITERIA.map((criterion) => [criterion.id, criterion]));
const named = new Map<string, CriterionId>(CRITERIA.flatMap(({ id, checks }) => checks.map((check) => [check, id])));
const grouped = new Map<string, CriterionId>(CRITERIA.flatMap(({ id, groups }) => groups.map((group) => [group, id])));

/** Undefined for a name that is not on the list. */
export const criterionOf = (id: string): Criterion | undefined => byId.get(id);

/** The criterion under which a check is shown. An unnamed check belongs to the criterion of its group. */
export const criterionOfCheck = (check: { id: string; group: string }): CriterionId =>
  named.get(check.id) ?? grouped.get(check.group) ?? 'manifest_validity';

/** A check as far as it is evidence for its criterion. */
export interface CheckOutcome {
  state: string;
  reason: string | null;
}

const shown = ({ state, reason }: CheckOutcome): boolean =>
  ['pass', 'observed'].includes(state) || reason === 'nothing_to_check' || reason === 'never_signed';

/** Every check is in order, and neither is it looked at by itself always nor do the changes touch it; '' touches everything. */
export function judgedTogether(
  { alone, touchedBy }: Pick<Criterion, 'alone' | 'touchedBy'>,
  facts: { applies: boolean; checks: readonly CheckOutcome[]; changes: readonly Pick<ManifestChange, 'pointer'>[] },
): boolean {
  const touched = facts.changes.some(({ pointer }) => pointer === '' || touchedBy.some((at) => pointer.startsWith(at)));
  return facts.checks.every(shown) && !(facts.applies && (alone || touched));
}
