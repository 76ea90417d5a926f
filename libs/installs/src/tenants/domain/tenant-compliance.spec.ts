import {
  claimsToProve,
  complianceGaps,
  NOTHING_ON_FILE,
  type ComplianceGap,
  type TenantCompliance,
} from './tenant-compliance.js';

const block = (dataResidency: string[], baaRequired: boolean) => ({
  compliance: {
    frameworks: [],
    dataClasses: [],
    dataResidency,
    subprocessorsUrl: null,
    encryptionAtRest: null,
    encryptionInTransit: null,
    baaRequired,
  },
});
const none = { compliance: null };
const tenant = (change: Partial<TenantCompliance>): TenantCompliance => ({ ...NOTHING_ON_FILE, ...change });

describe('compliance gaps between a manifest and a tenant', () => {
  it.each<[string, Parameters<typeof complianceGaps>[0], TenantCompliance, ComplianceGap[], string[]?]>([
    ['nothing claimed, nothing asked', none, NOTHING_ON_FILE, []],
    ['an agreement needed and none on file', block([], true), NOTHING_ON_FILE, ['baa_required']],
    ['an agreement needed and on file', block([], true), tenant({ baa: true }), []],
    ['a required region that is not named', block(['us'], false), tenant({ residency: 'eu' }), ['residency_missing']],
    ['a required region without any block', none, tenant({ residency: 'eu' }), ['residency_missing']],
    ['a region in other letters', block(['us', 'EU '], false), tenant({ residency: 'eu' }), []],
    ['a regulated tenant and no block', none, tenant({ regulated: true }), ['compliance_missing']],
    ['a regulated tenant and a block', block([], false), tenant({ regulated: true }), []],
    [
      'a region that no evidence proves',
      block(['eu'], false),
      tenant({ residency: 'EU' }),
      ['claims_unproven'],
      ['residency:eu'],
    ],
    [
      'another claim without evidence',
      block(['eu'], false),
      tenant({ residency: 'eu' }),
      [],
      ['residency:us', 'framework:SOC 2'],
    ],
    [
      'the same for a regulated tenant',
      block(['eu'], true),
      tenant({ regulated: true, baa: true }),
      ['claims_unproven'],
      ['baa'],
    ],
    ['no evidence, and nobody who relies on it', block(['eu'], false), NOTHING_ON_FILE, [], ['residency:eu']],
    ['all of it', none, tenant({ residency: 'eu', regulated: true }), ['residency_missing', 'compliance_missing']],
  ])('for %s', (_, manifest, of, gaps, unproven = []) =>
    expect(complianceGaps(manifest, of, { byOne: unproven, byTwo: unproven })).toEqual(gaps),
  );

  it('name the claims that the tenant relies on', () => {
    const all = ['residency: EU ', 'residency:us', 'framework:SOC 2'];
    const nobody = { byOne: all, byTwo: all };
    expect(claimsToProve(tenant({ residency: 'eu' }), nobody)).toEqual(['residency: EU ']);
    expect(claimsToProve(tenant({ residency: 'eu', regulated: true }), nobody)).toEqual(all);
  });

  it('are closed for a regulated tenant by two reviewers, for a region by one', () => {
    const unproven = { byOne: [], byTwo: ['residency:eu'] };
    expect(claimsToProve(tenant({ residency: 'eu' }), unproven)).toEqual([]);
    expect(claimsToProve(tenant({ regulated: true }), unproven)).toEqual(['residency:eu']);
  });
});
