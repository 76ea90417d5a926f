import { readManifest } from '../manifest/index.js';
import {
  announceSunset,
  CONTRACT_VERSIONS,
  contractVersionPhase,
  earliestSunset,
  servedContractVersion,
} from './index.js';

const at = (iso: string): number => Date.parse(iso);
const [v1] = CONTRACT_VERSIONS;
const v2 = { ...v1!, major: 2, spelling: { flat: 'v2', structured: '2.0.0' }, schemaVersion: 2 };

describe('contract versions', () => {
  it.each([
    ['2026-01-15T10:00:00Z', '2026-07-15T10:00:00Z'],
    ['2026-08-31T00:00:00Z', '2027-02-28T00:00:00Z'],
    ['2027-08-31T23:59:59Z', '2028-02-29T23:59:59Z'],
    ['2026-12-31T00:00:00Z', '2027-06-30T00:00:00Z'],
  ])('may end six calendar months after %s: %s', (from, to) => {
    expect(new Date(earliestSunset(at(from))).toISOString()).toBe(new Date(to).toISOString());
  });

  it('refuses an end that comes sooner, by a millisecond too', () => {
    const from = at('2026-08-31T00:00:00Z');
    const earliest = at('2027-02-28T00:00:00Z');
    expect(() => announceSunset(v1!, from, earliest - 1)).toThrow(/2027-02-28T00:00:00.000Z/);
    expect(announceSunset(v1!, from, earliest)).toMatchObject({ deprecatedAt: from, sunsetAt: earliest });
    expect(() => announceSunset(v1!, from, Number.NaN)).toThrow(RangeError);
  });

  it('never moves an announced end nearer', () => {
    const from = at('2026-01-01T00:00:00Z');
    const announced = announceSunset(v1!, from, at('2027-01-01T00:00:00Z'));
    expect(() => announceSunset(announced, from, at('2026-12-01T00:00:00Z'))).toThrow(/later/);
    expect(announceSunset(announced, from, at('2027-06-01T00:00:00Z')).sunsetAt).toBe(at('2027-06-01T00:00:00Z'));
  });

  it('goes from current to deprecated to sunset exactly at its dates', () => {
    const [from, end] = [at('2026-01-01T00:00:00Z'), at('2026-07-01T00:00:00Z')];
    const old = announceSunset(v1!, from, end);
    expect([from - 1, from, end - 1, end].map((now) => contractVersionPhase(old, now))).toEqual([
      'current',
      'deprecated',
      'deprecated',
      'sunset',
    ]);
    expect(servedContractVersion(1, end - 1, [old, v2])).toBe(old);
    expect(servedContractVersion(1, end, [old, v2])).toBeUndefined();
    expect(servedContractVersion(2, end, [old, v2])).toBe(v2);
    expect(servedContractVersion(2, end)).toBeUndefined();
  });

  it('judges a manifest by the versions served at an instant: both side by side, then only the new one', () => {
    const [from, end] = [at('2026-01-01T00:00:00Z'), at('2026-07-01T00:00:00Z')];
    const contractVersions = [announceSunset(v1!, from, end), v2];
    const codes = (version: string, now: number): string[] =>
      readManifest({ schema_version: 1, contract_version: version, drive: {} }, { contractVersions, at: now })
        .issues.filter(({ pointer }) => pointer === '/contract_version')
        .map(({ code, level }) => `${level} ${code}`);
    expect(codes('1.0.0', from - 1)).toEqual([]);
    expect(codes('1.0.0', from)).toEqual(['warning contract_version_deprecated']);
    expect(codes('1.0.0', end)).toEqual(['error contract_version_unsupported']);
    expect(codes('2.0.0', from)).toEqual([]);
    expect(codes('3.0.0', from)).toEqual(['error contract_version_unsupported']);
  });
});
