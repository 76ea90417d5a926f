import {
  CONTRACT_DRAFT,
  CONTRACT_VERSIONS,
  contractVersionPhase,
  isServed,
  type ContractVersion,
} from '../../versions/versions.js';
import type { ManifestRule, RuleReport } from '../rule.js';
import type { ManifestShape } from '../types.js';

/** Meaning of a declared contract version in a shape. */
export type ContractVersionVerdict = 'exact' | 'draft' | 'newer_minor' | 'other_shape' | 'invalid';

const DRAFT = '-draft';
const SPELLINGS: Readonly<Record<ManifestShape, RegExp>> = {
  flat: /^v(0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5}))?$/,
  structured: /^(0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})\.(?:0|[1-9]\d{0,5})$/,
};

/**
 * Parses `contract_version`: `v1` in the flat shape, `1.0.0` in the structured one (contract: Versioning 4). `major` is
 * null when there is none.
 */
export function judgeContractVersion(
  text: string,
  shape: ManifestShape,
): { readonly verdict: ContractVersionVerdict; readonly major: number | null } {
  const draft = text.endsWith(DRAFT);
  const spelled = draft ? text.slice(0, -DRAFT.length) : text;
  const own = SPELLINGS[shape].exec(spelled);
  if (own) {
    const exact = spelled === (shape === 'flat' ? `v${own[1]}` : `${own[1]}.0.0`);
    return { verdict: draft ? 'draft' : exact ? 'exact' : 'newer_minor', major: Number(own[1]) };
  }
  const other = SPELLINGS[shape === 'flat' ? 'structured' : 'flat'].exec(spelled);
  return other ? { verdict: 'other_shape', major: Number(other[1]) } : { verdict: 'invalid', major: null };
}

/** The version that a valid manifest declares; 1 when it declares no readable one. */
export function contractMajor(manifest: { contractVersion?: string; shape: ManifestShape }): number {
  const { contractVersion: text, shape } = manifest;
  return (text === undefined ? null : judgeContractVersion(text, shape).major) ?? 1;
}

/** `contract_version` has the spelling of its shape and is served. */
export const contractVersion: ManifestRule = {
  id: 'contract-version',
  clause: 'Versioning 3 and 4; Manifest: contract_version',
  shapes: ['flat', 'structured'],
  doc: {
    number: 'C24',
    title: 'contract_version is spelled as the shape wants it: v1 flat, 1.0.0 structured.',
    cause: 'The spelling of the other shape is used.',
    fix: 'Write "v1" in the flat shape and "1.0.0" in the structured one.',
    example: { wrong: '"contract_version": "v1" (structured)', right: '"contract_version": "1.0.0" (structured)' },
  },
  check(_manifest, report) {
    const text = report.text(report.root, 'contract_version', HOW[report.shape]);
    if (text === undefined || text === CURRENT.spelling[report.shape]) return checkPhase(report, CURRENT, text);
    const { verdict, major } = judgeContractVersion(text, report.shape);
    const version = versionsOf(report).find((one) => one.major === major);
    const right = (version ?? CURRENT).spelling[report.shape];
    const fix = `Write "contract_version": "${right}".`;
    const at = '/contract_version';
    if (major === null)
      return report.error('contract_version_invalid', at, 'This is not a contract version.', fix, text);
    if (version === undefined) return unsupported(report, text);
    if (text === right) return checkPhase(report, version, text);
    // A draft is over once its version is out, and a version is not out while there is a draft of it only.
    if (verdict === 'draft' || version.releasedAt === null) return unsupported(report, text);
    if (verdict === 'other_shape') {
      const message = `The ${report.shape} manifest spells the contract version "${right}".`;
      return report.error('contract_version_spelling', at, message, fix, text);
    }
    if (verdict === 'newer_minor') {
      const message = `The current contract version is ${right}; a newer minor version is read as that.`;
      report.warn('contract_version_minor', at, message, fix, text);
    }
    checkPhase(report, version, text);
  },
};

const CURRENT = CONTRACT_VERSIONS[0]!;
const HOW = {
  flat: { fix: `Write "contract_version": "${CURRENT.spelling.flat}".` },
  structured: { fix: `Write "contract_version": "${CURRENT.spelling.structured}".` },
};

/** The known versions, for a report. */
export const versionsOf = (report: RuleReport): readonly ContractVersion[] =>
  report.options.contractVersions ?? CONTRACT_VERSIONS;

function unsupported(report: RuleReport, text: string): void {
  const { at } = report.options;
  const served = versionsOf(report).filter((one) => at === undefined || isServed(one, at));
  const names = served.map((one) => one.spelling[report.shape]).join(' and ');
  const isDraft = text === CONTRACT_DRAFT.spelling[report.shape];
  report.error(
    'contract_version_unsupported',
    '/contract_version',
    `${isDraft ? 'This is the draft of a contract version, which only a sandbox serves.' : 'This contract version is not served.'} Served: ${names}.`,
    isDraft ? `Write for ${names}. "drive validate --draft" checks the draft.` : `Write for ${names}.`,
    text,
  );
}

/** A version that is ending, or has ended, at the time of the check. */
function checkPhase(report: RuleReport, known: ContractVersion, text: string | undefined): void {
  const { at, contractVersions } = report.options;
  if (text === undefined || at === undefined) return;
  const version = contractVersions?.find((one) => one.major === known.major) ?? known;
  const phase = contractVersionPhase(version, at);
  if (!isServed(version, at)) unsupported(report, text);
  if (phase === 'deprecated') {
    const end = version.sunsetAt === null ? 'later' : `on ${new Date(version.sunsetAt).toISOString().slice(0, 10)}`;
    report.warn(
      'contract_version_deprecated',
      '/contract_version',
      `This contract version ends ${end}.`,
      'Publish a manifest for the version after it before then.',
      text,
    );
  }
}
