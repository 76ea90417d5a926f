import type { ManifestRule } from '../rule.js';

/** What a declared contract version means for a shape. */
export type ContractVersionVerdict = 'exact' | 'newer_minor' | 'other_shape' | 'unsupported' | 'invalid';

const SEMVER = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/;
const V = /^v(0|[1-9]\d{0,5})(?:\.(0|[1-9]\d{0,5}))?$/;

/** Judges `contract_version`: `v1` in the flat shape, `1.0.0` in the structured one (contract: Versioning 4). */
export function judgeContractVersion(text: string, shape: 'flat' | 'structured'): ContractVersionVerdict {
  const semver = SEMVER.exec(text);
  const short = V.exec(text);
  const own = shape === 'flat' ? short : semver;
  if (own) {
    if (own[1] !== '1') return 'unsupported';
    return text === 'v1' || text === '1.0.0' ? 'exact' : 'newer_minor';
  }
  const other = shape === 'flat' ? semver : short;
  if (!other) return 'invalid';
  return other[1] === '1' ? 'other_shape' : 'unsupported';
}

/** `contract_version` in the spelling of its shape. */
export const contractVersion: ManifestRule = {
  id: 'contract-version',
  clause: 'Versioning 4; Manifest: contract_version',
  shapes: ['flat', 'structured'],
  check(manifest, report) {
    const { shape } = report;
    const right = shape === 'flat' ? 'v1' : '1.0.0';
    const fix = `Write "contract_version": "${right}".`;
    const text = report.text(report.root, 'contract_version', { fix });
    if (text === undefined) return;
    const at = '/contract_version';
    switch (judgeContractVersion(text, shape)) {
      case 'exact':
        return;
      case 'newer_minor':
        report.warn(
          'contract_version_minor',
          at,
          `The current contract version is ${right}; a newer minor version is read as that.`,
          fix,
          text,
        );
        return;
      case 'other_shape':
        report.error(
          'contract_version_spelling',
          at,
          `The ${shape} manifest spells the contract version "${right}".`,
          fix,
          text,
        );
        return;
      case 'unsupported':
        report.error(
          'contract_version_unsupported',
          at,
          'This contract version is not served; version 1 is.',
          fix,
          text,
        );
        return;
      case 'invalid':
        report.error('contract_version_invalid', at, 'This is not a contract version.', fix, text);
    }
  },
};
