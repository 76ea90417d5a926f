import { eventTimeMembers, parseEventRow } from '../events/index.js';
import { contractMajor, readManifest } from '../manifest/index.js';
import {
  CONTRACT_DRAFT,
  CONTRACT_VERSIONS,
  contractVersionPhase,
  earliestSunset,
  servedContractVersion,
  sunsetProblem,
  sunsetSentence,
  type ContractVersion,
  type Sunset,
  type SunsetProblem,
} from './versions.js';

const at = (iso: string): number => Date.parse(iso);
const [v1] = CONTRACT_VERSIONS;
const v2: ContractVersion = {
  ...v1!,
  major: 2,
  spelling: { flat: 'v2', structured: '2.0.0' },
  schemaVersion: 2,
  releasedAt: at('2025-06-01T00:00:00Z'),
};

describe('versions of the contract', () => {
  it.each([
    ['2026-01-15T10:00:00Z', '2026-07-15T10:00:00Z'],
    ['2026-08-31T00:00:00Z', '2027-02-28T00:00:00Z'],
    ['2027-08-31T23:59:59Z', '2028-02-29T23:59:59Z'],
    ['2026-12-31T00:00:00Z', '2027-06-30T00:00:00Z'],
  ])('may end six calendar months after %s: %s', (from, to) => {
    expect(new Date(earliestSunset(at(from))).toISOString()).toBe(new Date(to).toISOString());
  });

  describe('the end of a contract version', () => {
    const released = at('2026-08-01T00:00:00Z');
    const versions = [v1!, { ...v2, releasedAt: released }];
    const deprecatedAt = at('2026-08-31T00:00:00Z');
    const earliest = at('2027-02-28T00:00:00Z');
    const sunset = { deprecatedAt, sunsetAt: earliest, announcedAt: released };
    const announced = { ...v1!, deprecatedAt, sunsetAt: earliest };

    it.each<[string, Partial<Sunset>, readonly ContractVersion[], ContractVersion, SunsetProblem | null]>([
      ['to the millisecond six months on', {}, versions, v1!, null],
      ['a millisecond sooner', { sunsetAt: earliest - 1 }, versions, v1!, 'too_soon'],
      ['that is no time', { sunsetAt: Number.NaN }, versions, v1!, 'not_whole'],
      ['with its deprecation behind it', { announcedAt: deprecatedAt + 1 }, versions, v1!, 'deprecated_in_past'],
      ['without any other version', {}, [v1!], v1!, 'no_successor'],
      ['with a draft', {}, [v1!, CONTRACT_DRAFT], v1!, 'no_successor'],
      [
        'with a successor that is released a day later',
        {},
        [v1!, { ...v2, releasedAt: deprecatedAt + 86_400_000 }],
        v1!,
        'no_successor',
      ],
      ['with a successor that ends with it', {}, [v1!, { ...versions[1]!, sunsetAt: earliest }], v1!, 'no_successor'],
      ['of the newest version', {}, versions, versions[1]!, 'no_successor'],
      ['later than announced', { sunsetAt: earliest + 1 }, versions, announced, null],
      ['nearer than announced', { sunsetAt: earliest - 1 }, versions, announced, 'moved_nearer'],
      ['with another deprecation', { deprecatedAt: deprecatedAt + 1 }, versions, announced, 'deprecation_moved'],
    ])('is allowed or refused %s', (_name, change, among, version, problem) => {
      expect(sunsetProblem(version, { ...sunset, ...change }, among)).toBe(problem);
      if (problem !== null) expect(sunsetSentence(problem, sunset)).toMatch(/^[A-Z].+\.$/);
    });

    it('is reported with the first day on which it is possible', () => {
      expect(sunsetSentence('too_soon', sunset)).toContain('2027-02-28T00:00:00.000Z');
    });
  });

  it('become deprecated and end exactly at their dates', () => {
    const [from, end] = [at('2026-01-01T00:00:00Z'), at('2026-07-01T00:00:00Z')];
    const old = { ...v1!, releasedAt: from - 2, deprecatedAt: from, sunsetAt: end };
    expect([from - 3, from - 1, from, end - 1, end].map((now) => contractVersionPhase(old, now))).toEqual([
      'draft',
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

  it('decide about a manifest as served at that instant: both during the overlap, then only the new one', () => {
    const [from, end] = [at('2026-01-01T00:00:00Z'), at('2026-07-01T00:00:00Z')];
    const contractVersions = [{ ...v1!, deprecatedAt: from, sunsetAt: end }, v2];
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

  it('include a draft where it is listed, and nowhere else', () => {
    const now = at('2026-06-01T00:00:00Z');
    const codes = (version: string, contractVersions = CONTRACT_VERSIONS, shape: object = { drive: {} }): string[] =>
      readManifest({ ...shape, contract_version: version }, { contractVersions, at: now })
        .issues.filter(({ pointer }) => /^\/(schema|contract)_version$/.test(pointer))
        .map(({ code, pointer }) => `${pointer} ${code}`);
    const both = [...CONTRACT_VERSIONS, CONTRACT_DRAFT];
    const structured = { schema_version: 2, drive: {} };
    expect(codes('2.0.0-draft', both, structured)).toEqual([]);
    expect(codes('2.0.0-draft', both, { ...structured, schema_version: 1 })).toEqual([
      '/schema_version schema_version_unsupported',
    ]);
    expect(codes('1.0.0', both, { ...structured, schema_version: 1 })).toEqual([]);
    expect(codes('2.0.0-draft', CONTRACT_VERSIONS, structured)).toEqual([
      '/schema_version schema_version_unsupported',
      '/contract_version contract_version_unsupported',
    ]);
    expect(codes('2.0.0', both, { ...structured, schema_version: 1 })).toEqual([
      '/contract_version contract_version_unsupported',
    ]);
    expect(contractVersionPhase(CONTRACT_DRAFT, now)).toBe('draft');
    expect(contractMajor({ contractVersion: '2.0.0-draft', shape: 'structured' })).toBe(2);
    expect(contractMajor({ contractVersion: 'v2-draft', shape: 'flat' })).toBe(2);
    expect(contractMajor({ contractVersion: 'v1.3', shape: 'flat' })).toBe(1);
  });

  it('determine how the time of an event is read, and nothing else', () => {
    const row = { type: 'content.published', payload: { n: 1 }, id: 'e1' };
    const ms = at('2026-06-01T12:00:00.250Z');
    const read = (value: object, contract: number) => {
      const parsed = parseEventRow(value, '', contract);
      return parsed.ok ? parsed.row : parsed.issues.map(({ code }) => code);
    };
    expect(read({ ...row, ts: ms }, 1)).toEqual({ ...row, ts: ms });
    for (const occurred_at of [
      '2026-06-01T12:00:00.250Z',
      '2026-06-01T14:00:00,250+02',
      '2026-06-01T13:00:00.25+01:00',
    ])
      expect(read({ ...row, occurred_at }, 2)).toEqual({ ...row, ts: ms });
    expect(read({ ...row, ...eventTimeMembers(ms, 2) }, 2)).toEqual({ ...row, ts: ms });
    expect(read({ ...row, ts: ms }, 2)).toEqual(['event_occurred_at']);
    expect(read({ ...row, occurred_at: 'yesterday' }, 2)).toEqual(['event_occurred_at']);
    expect(read({ ...row, occurred_at: '2026-06-01T12:00:00Z' }, 1)).toEqual(['event_ts']);
  });
});
