import { conformanceChecks } from './index.js';
import { playDrive } from './testing/play.js';

const broken = (id: string) =>
  jest
    .spyOn(
      conformanceChecks.find((check) => check.id === id)!,
      'run',
    )
    .mockRejectedValue(new Error(`${id} broke`));

describe('a check that breaks', () => {
  afterEach(() => jest.restoreAllMocks());

  it('that no verdict needs has errored, is told with its reason, and the others run', async () => {
    const good = await playDrive();
    broken('C77');
    const told: [string, unknown][] = [];
    const { results, report } = await playDrive({}, 'minimal', 'full', {
      onError: (id: string, error: unknown) => told.push([id, error]),
    });
    expect(told).toEqual([['C77', new Error('C77 broke')]]);
    expect(results.filter(({ status }) => status === 'error').map(({ id }) => id)).toEqual(['C77']);
    expect(results).toHaveLength(good.results.length);
    expect(report.ok).toBe(good.report.ok);
    expect([report.errored, report.counts.errored]).toEqual([['C77'], 1]);
    expect(report.counts.passed).toBe(good.report.counts.passed - 1);
  });

  it('that can fail a Drive leaves no verdict', async () => {
    broken('C50');
    await expect(playDrive()).rejects.toThrow('C50 broke');
  });

  it('is required where it can fail a Drive, and nowhere else', () => {
    expect(conformanceChecks.some(({ level }) => level === 'error')).toBe(true);
    expect(conformanceChecks.find(({ id }) => id === 'C77')!.level).toBe('warning');
  });
});
