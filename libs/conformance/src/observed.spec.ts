import { conformanceChecks, conformanceCatalogue, countsText } from './index.js';
import { checksOf, type Check } from './check.js';
import { judgesOf } from './checks/lifecycle/judged.js';
import { faultyDrives } from './testing/gallery.js';
import { playDrive } from './testing/play.js';

const [, FAULTS] = faultyDrives.find(([, , found]) => found.join() === 'C50 error')!;
const checkOf = (id: string): Check => conformanceChecks.find((check) => check.id === id)!;
const set = <K extends 'enforcement' | 'required'>(id: string, field: K, value: Check[K]) =>
  jest.replaceProperty(checkOf(id), field, value as never);
const played = async (faults = FAULTS) => {
  const { report, results } = await playDrive(faults);
  return { report, c50: results.find(({ id }) => id === 'C50')! };
};

describe('a check', () => {
  afterEach(() => jest.restoreAllMocks());

  it('that is only observed shows what it finds, and fails and warns of nothing', async () => {
    const enforced = await played();
    expect([enforced.report.ok, enforced.report.checks.hmac]).toEqual([false, 'fail']);
    set('C50', 'enforcement', 'observed');
    const { report, c50 } = await played();
    expect([report.ok, report.checks.hmac, report.counts.failed, report.counts.observed]).toEqual([true, 'pass', 0, 1]);
    expect(c50).toMatchObject({ status: 'observed', findings: [{ id: 'C50', level: 'info' }] });
    expect(c50.findings[0]!.cause).toBe(enforced.c50.findings[0]!.cause);
    expect(countsText(report.counts)).toMatch(/, 0 failed, \d+ not run, 1 only observed$/);
    const { passed, warned, failed, errored, observed, not_run, total } = report.counts;
    expect(passed + warned + failed + errored + observed + not_run).toBe(total);
  });

  it('that is only observed counts as that too where it found nothing, was not run or broke', async () => {
    set('C50', 'enforcement', 'observed');
    expect((await played({})).c50).toMatchObject({ status: 'observed', findings: [] });
    set('C80', 'enforcement', 'observed');
    const { results } = await playDrive();
    const c80 = results.find(({ id }) => id === 'C80')!;
    expect(c80).toMatchObject({ status: 'observed', reason: 'not_in_this_run' });
    jest.spyOn(checkOf('C50'), 'run').mockRejectedValue(new Error('broke'));
    const told: string[] = [];
    const { report } = await playDrive({}, 'minimal', 'full', { onError: (id: string) => told.push(id) });
    expect([told, report.ok, report.counts.errored, report.errored]).toEqual([['C50'], true, 0, []]);
  });

  it('leaves no verdict while it is broken where it is required, and one where it is not', async () => {
    jest.spyOn(checkOf('C50'), 'run').mockRejectedValue(new Error('C50 broke'));
    await expect(played({})).rejects.toThrow('C50 broke');
    set('C50', 'required', false);
    expect((await played({})).report.errored).toEqual(['C50']);
    jest.spyOn(checkOf('C77'), 'run').mockRejectedValue(new Error('C77 broke'));
    set('C77', 'required', true);
    await expect(played({})).rejects.toThrow('C77 broke');
  });

  it('says both in one field of its own, of a check of the life cycle too, and the catalogue says it', () => {
    const run = () => Promise.resolve(true);
    const how = { enforcement: 'observed' } as const;
    expect(checksOf('hmac', 'full').error('C999', 'x', 'y', run, how)).toMatchObject({ ...how, required: true });
    expect(judgesOf('lifecycle').info('C999', 'x', 'y', run, how)).toMatchObject({ ...how, required: false });
    set('C50', 'enforcement', 'observed');
    expect(conformanceCatalogue().find(({ id }) => id === 'C50')).toMatchObject({ ...how, required: true });
  });
});

it('a check that is evidence of a capability keeps its call, when it passes too, without the token', async () => {
  const { results } = await playDrive({}, 'structured', 'lifecycle', { pause: () => Promise.resolve() });
  const callOf = (id: string) => results.find((one) => one.id === id)!.call;
  for (const id of ['C43', 'C44', 'C45', 'C46', 'C47', 'C60', 'C61', 'C62', 'C64', 'C80', 'C82', 'C89', 'C91'])
    expect([id, callOf(id)]).toEqual([
      id,
      {
        endpoint: expect.stringMatching(/^(GET|POST|DELETE) \//) as string,
        sent: expect.stringMatching(/./) as string,
        received: expect.stringMatching(/^\d{3} /) as string,
      },
    ]);
  expect(callOf('C60')!.received).toMatch(/^200 /);
  expect(callOf('C43')!.received).toMatch(/^401 /);
  expect(callOf('C80')!.received).toContain('"scoped_token":"***"');
  for (const { call } of results) expect((call?.received ?? '').length).toBeLessThan(220);
});
