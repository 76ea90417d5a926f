import { PRICING_TIERS, type CanonicalManifest, type ManifestChange, type ManifestPricing } from '@portal/contract';
import { pricedTier } from '../../pricing/domain/price-rule.js';
import { accountedBy, dataPermissions } from '../../listing/domain/permission-use.js';
import { diffRevisions, type ReadManifest } from '../../listing/domain/revision-diff.js';
import type { RejectionCode } from './review-case.js';
import type { CriterionId } from './review-criteria.js';

/** Why a case needs more care than another, as sentences; the heaviest first. */
export const RISKS = [
  'breaking',
  'origin_changed',
  'renamed',
  'permission_added',
  'permission_unexplained',
  'price_raised',
  'price_changed',
  'custom_price',
  'regulated_data',
  'claims_changed',
  'slow_endpoint',
  'first_drive',
  'sampled',
] as const;
export type Risk = (typeof RISKS)[number];
/** Weight of a case that has nothing against it. */
export const QUIET = 99;

export interface RiskFacts extends ReadManifest {
  /** The live revision; null for a first version. */
  readonly base: ReadManifest | null;
  /** No Drive of the author was ever live. */
  readonly firstDrive: boolean;
  /** An answer of the Drive was slower than recommended. */
  readonly slow: boolean;
  /** Of the sample of versions that nothing flagged. */
  readonly sampled: boolean;
}

/** The risks of a case, from its manifest, its changes and its author. */
export function risksOf({ origin, manifest, base, firstDrive, slow, sampled }: RiskFacts): Risk[] {
  const changes = base ? diffRevisions(base, { origin, manifest }) : [];
  const raised = base !== null && costsMore(base.manifest.pricing, manifest.pricing);
  const { compliance } = manifest;
  const there: Record<Risk, boolean> = {
    breaking: changes.some(({ level }) => level === 'breaking'),
    origin_changed: changes.some(({ kind }) => kind === 'origin'),
    renamed: changes.some(({ kind }) => kind === 'name'),
    permission_unexplained: unexplained(manifest).length > 0,
    permission_added: changes.some(({ kind }) => kind === 'permission_added'),
    price_raised: raised,
    price_changed: !raised && changes.some(({ level }) => level === 'commercial'),
    custom_price: pricedTier(manifest) === undefined,
    regulated_data:
      dataPermissions(manifest).length > 0 ||
      (compliance !== null && (compliance.dataClasses.length > 0 || compliance.baaRequired)),
    claims_changed: changes.some(({ level }) => level === 'compliance'),
    first_drive: firstDrive,
    slow_endpoint: slow,
    sampled,
  };
  return RISKS.filter((risk) => there[risk]);
}

export interface WorstFacts extends RiskFacts {
  /** The heaviest result of the checks that no exception covers: a failure, or a finding of the do-not rules. */
  readonly fault: {
    readonly criterion: CriterionId;
    readonly status: 'fail' | 'warn';
    /** While it fails, nothing is approved. */
    readonly blocks: boolean;
    readonly cause: string;
    readonly failed: number;
    readonly total: number;
  } | null;
}

export interface Worst {
  /** The smaller, the worse; the queue sorts by it. */
  weight: number;
  level: 'bad' | 'warn' | 'quiet';
  text: string;
  /** Where it is judged; null: nothing speaks against the Drive. */
  criterion: CriterionId | null;
  /** The reason of the catalogue that a rejection for it has. */
  code: RejectionCode | null;
}

const CODES: Partial<Record<CriterionId, RejectionCode>> = {
  request_signing: 'security',
  transport_security: 'security',
  content_security: 'security',
  configuration_form: 'security',
  scope_minimisation: 'scope',
  claims_versus_actual: 'misleading_claims',
  do_not_rules: 'do_not_rules',
  compliance_claims: 'compliance',
  pricing: 'other',
  change_impact: 'other',
};

/** Where each risk is judged, and its words. */
function wordsOf(
  risk: Risk,
  { base, manifest }: RiskFacts,
  changes: readonly ManifestChange[],
): readonly [criterion: CriterionId | null, text: string] {
  const said = (what: string) => changes.find(({ kind, level }) => kind === what || level === what)?.sentence ?? '';
  const added = changes.filter(({ kind }) => kind === 'permission_added').map(({ to }) => String(to));
  const words: Record<Risk, readonly [CriterionId | null, string]> = {
    breaking: ['change_impact', said('breaking')],
    origin_changed: ['change_impact', said('origin')],
    renamed: ['listing_quality', `Renamed from “${base?.manifest.name}” to “${manifest.name}”.`],
    permission_added: ['scope_minimisation', `Asks for ${added.join(', ')}, newly.`],
    permission_unexplained: [
      'scope_minimisation',
      `Asks for ${unexplained(manifest).join(', ')}, and nothing that it does needs that.`,
    ],
    price_raised: ['pricing', said('commercial')],
    price_changed: ['pricing', said('commercial')],
    custom_price: ['pricing', 'Its price is not on the price list.'],
    regulated_data: ['compliance_claims', 'It handles regulated data.'],
    claims_changed: ['compliance_claims', said('compliance')],
    slow_endpoint: ['endpoint_behaviour', 'A response took too long.'],
    first_drive: [null, 'Nothing found. It is the first Drive of its author.'],
    sampled: [null, 'Nothing found. It was chosen as a sample.'],
  };
  return words[risk];
}

const unexplained = (manifest: CanonicalManifest): string[] =>
  manifest.permissionsRequested.filter((name) => accountedBy(name, manifest).length === 0);

/** What speaks most against a case, in words: what the checks found before what the manifest says. */
export function worstOf(facts: WorstFacts): Worst {
  const { fault, base, origin, manifest } = facts;
  const found = (weight: number, level: Worst['level'], text: string, criterion: CriterionId | null): Worst => {
    return { weight, level, text, criterion, code: criterion && (CODES[criterion] ?? 'quality') };
  };
  if (fault?.status === 'warn') return found(2, 'bad', fault.cause, fault.criterion);
  if (fault) {
    const text = `${fault.failed} of ${fault.total} checks failed: ${fault.cause}`;
    return found(fault.blocks ? 0 : 1, 'bad', text, fault.criterion);
  }
  const [risk] = risksOf(facts);
  if (!risk) return found(QUIET, 'quiet', 'Nothing found.', null);
  const changes = base ? diffRevisions(base, { origin, manifest }) : [];
  const [criterion, text] = wordsOf(risk, facts, changes);
  const at = RISKS.indexOf(risk);
  const level = criterion === null ? 'quiet' : at < RISKS.indexOf('price_raised') ? 'bad' : 'warn';
  return found(3 + at, level, text, criterion);
}

/** True when a higher tier is named, or a plan with the same id costs more. */
function costsMore(from: ManifestPricing, to: ManifestPricing): boolean {
  if (to.kind === 'tier') return from.kind === 'tier' && rank(to.tier) > rank(from.tier);
  if (to.kind !== 'plans' || from.kind !== 'plans' || to.currency !== from.currency) return false;
  const before = new Map(from.plans.map((plan) => [plan.id, plan.priceCents]));
  return to.plans.some(({ id, priceCents }) => priceCents > (before.get(id) ?? Infinity));
}

/** `custom` and unknown tiers are no step up or down. */
function rank(tier: string): number {
  const at = (PRICING_TIERS as readonly string[]).indexOf(tier);
  return at < 0 || tier === 'custom' ? NaN : at;
}
