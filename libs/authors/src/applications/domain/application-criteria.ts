import { emailKey } from '@portal/kernel';
import type { Decision } from './decision.js';

/** Version of the list below. An assessment counts only for its version. */
export const CRITERIA_VERSION = 1;

interface ApplicationCriterion {
  id: string;
  title: string;
  /** The requirement, in one sentence. */
  sentence: string;
  /** What a reviewer checks outside the portal must always have a note, also when it passes. */
  noteAlways: boolean;
}

/**
 * The criteria that are assessed before a decision, in display order. The table `authors.application_criteria` has the
 * same list.
 */
export const APPLICATION_CRITERIA = [
  {
    id: 'identity',
    title: 'Identity',
    sentence: 'The person and the company exist, and the website and the repository are theirs.',
    noteAlways: true,
  },
  {
    id: 'product',
    title: 'Product',
    sentence: 'The idea is a product that tenants of the host can use, and it differs from what is already listed.',
    noteAlways: true,
  },
  {
    id: 'name',
    title: 'Name',
    sentence: 'The name and slug cannot be mistaken for another Drive, another company or the host.',
    noteAlways: false,
  },
  {
    id: 'access',
    title: 'Planned access',
    sentence: 'The Drive needs every planned permission and class of data for its purpose.',
    noteAlways: false,
  },
  {
    id: 'security_contact',
    title: 'Security contact',
    sentence: 'The address belongs to the company and is monitored.',
    noteAlways: false,
  },
  {
    id: 'do_not_rules',
    title: 'Do-not rules',
    sentence: 'The idea does not require anything that the rules forbid.',
    noteAlways: false,
  },
  {
    id: 'sanctions',
    title: 'Sanctions and payouts',
    sentence: 'A reviewer looked the person and the company up in the sanctions lists, and the country can be paid.',
    noteAlways: true,
  },
] as const satisfies readonly ApplicationCriterion[];
type ApplicationCriterionId = (typeof APPLICATION_CRITERIA)[number]['id'];

const byId = new Map<string, ApplicationCriterion>(APPLICATION_CRITERIA.map((one) => [one.id, one]));
/** Undefined for an unknown id. */
export const criterionOf = (id: string): ApplicationCriterion | undefined => byId.get(id);

export const VERDICTS = ['pass', 'needs_change', 'fail'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Minimum and maximum length of a note, in characters. */
const NOTE_MIN = 10;
export const NOTE_MAX = 2_000;

/** The newest assessment of a criterion. */
export interface ApplicationJudgement {
  criterion: ApplicationCriterionId;
  verdict: Verdict;
  note: string;
  /** Review round of the assessment: 1, plus one each time the applicant answers. */
  round: number;
}

/** True when an assessment needs a longer note: when it does not pass, or the criterion always requires one. */
export function lacksNote({ criterion, verdict, note }: { criterion: string; verdict: Verdict; note: string }) {
  return (verdict !== 'pass' || criterionOf(criterion)?.noteAlways === true) && [...note].length < NOTE_MIN;
}

interface ApplicationGap {
  code:
    | 'application_unjudged'
    | 'application_criteria_against'
    | 'application_nothing_against'
    | 'application_nothing_failed';
  criteria: ApplicationCriterionId[];
}

/**
 * What prevents a decision; undefined when nothing does. Only assessments of the current round count, because an answer
 * may have changed anything, and only an approval needs all of them. The database has the same rule in `authors.application_gate`.
 */
export function gapOf(
  decision: Decision,
  { round, judgements }: { round: number; judgements: readonly ApplicationJudgement[] },
): ApplicationGap | undefined {
  const current = new Map(judgements.filter((one) => one.round === round).map((one) => [one.criterion, one.verdict]));
  const ids = APPLICATION_CRITERIA.map(({ id }) => id);
  const against = ids.filter((id) => current.has(id) && current.get(id) !== 'pass');
  if (decision === 'approve') {
    const open = ids.filter((id) => !current.has(id));
    if (open.length > 0) return { code: 'application_unjudged', criteria: open };
    return against.length > 0 ? { code: 'application_criteria_against', criteria: against } : undefined;
  }
  if (decision === 'request_changes')
    return against.length > 0 ? undefined : { code: 'application_nothing_against', criteria: [] };
  return against.some((id) => current.get(id) === 'fail')
    ? undefined
    : { code: 'application_nothing_failed', criteria: [] };
}

/** What the portal itself knows about an application, for the sentences shown with each criterion. */
export interface ApplicationFacts {
  founderName: string;
  companyName: string;
  country: string;
  countryPayable: boolean;
  website: string;
  github: string;
  driveSlug: string;
  manifestUrl: string;
  /** The validator's result; null without a URL. */
  manifestCheck: { state: 'waiting' | 'passed' | 'failed'; errors: number; warnings: number } | null;
  category: string;
  intendedScopes: readonly string[];
  dataClasses: readonly string[];
  securityContact: string;
  lookAlikes: readonly string[];
  /** Sentences about names with which the Drive's may be confused. */
  nameFindings: readonly string[];
  /** Similar Drives and open applications, most similar first. */
  neighbours: readonly { slug: string; why: readonly string[] }[];
  /** Earlier applications with something in common. */
  earlier: readonly { state: string; shares: readonly string[] }[];
}

export function evidenceOf(facts: ApplicationFacts): Record<ApplicationCriterionId, string[]> {
  const { website, github, securityContact, earlier, neighbours } = facts;
  const site = hostOf(website);
  const mail = emailKey(securityContact).split('@').at(-1) ?? '';
  const rejected = earlier.filter(({ state }) => state === 'rejected').length;
  const given = (name: string, values: readonly string[]): string =>
    values.length === 0 ? `No ${name} named.` : `${values.length} ${name}: ${values.join(', ')}.`;
  return {
    identity: [
      `${facts.founderName} for ${facts.companyName}, ${facts.country}.`,
      github === '' ? 'No GitHub account given.' : `GitHub: ${github}.`,
      earlier.length === 0
        ? 'No earlier application shares the organisation, a person, the contact or the domain.'
        : `${earlier.length} earlier applications share the organisation, a person, the contact or the domain; ${rejected} of them rejected.`,
    ],
    product: [
      `Website: ${website}.`,
      facts.manifestUrl === ''
        ? 'No manifest to check yet.'
        : `Manifest: ${facts.manifestUrl}. ${checkOf(facts.manifestCheck)}`,
      neighbours.length === 0
        ? 'No similar Drive or open application.'
        : `Most similar: ${neighbours[0]!.slug} (${neighbours[0]!.why.join(', ')}).`,
    ],
    name: [
      facts.lookAlikes.length === 0
        ? `No slug in use is similar to ${facts.driveSlug}.`
        : `Similar slugs in use for ${facts.driveSlug}: ${facts.lookAlikes.join(', ')}.`,
      ...facts.nameFindings,
    ],
    access: [
      given('permissions', facts.intendedScopes),
      given('classes of data', facts.dataClasses),
      facts.category === '' ? 'No category given.' : `Category: ${facts.category}.`,
    ],
    security_contact: [
      site !== '' && mail.includes('.') && (mail === site || mail.endsWith(`.${site}`) || site.endsWith(`.${mail}`))
        ? `${securityContact} is at the domain of the website.`
        : `${securityContact} is not at the domain of the website (${site || 'none'}).`,
    ],
    do_not_rules: [
      'Own routes, no names of model providers, no stored operator credentials, no trackers on operator data.',
    ],
    sanctions: [
      'The portal does not screen against sanctions lists. Name the lists that you searched and what you found.',
      facts.countryPayable ? `Authors in ${facts.country} can be paid.` : `Authors in ${facts.country} cannot be paid.`,
    ],
  };
}

function checkOf(check: ApplicationFacts['manifestCheck']): string {
  if (check === null) return 'Not checked.';
  if (check.state === 'waiting') return 'The check has not finished yet.';
  if (check.state === 'passed') return `It passes every check that needs no secret, with ${check.warnings} warnings.`;
  return `Its check found ${check.errors} errors and ${check.warnings} warnings.`;
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname.toLowerCase().replace(/^www\./, '');
  } catch {
    return '';
  }
}
