import fs from 'node:fs';
import { perReading, plan, readRate, tables, type Measured } from '../../scripts/lib/capacity.mjs';

const measured = JSON.parse(fs.readFileSync('docs/capacity.json', 'utf8')) as Measured;
/** Cells without the padding that the formatting of the page adds. */
const cells = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.includes('---'))
    .map((line) => line.replace(/ *\| */g, '|'))
    .join('\n');

describe('the capacity page', () => {
  it('uses a formula that meets every measured point to within 15 %', () => {
    const each = perReading(measured);
    expect(measured.points.map(({ workers }) => workers)).toEqual([1, 2, 4]);
    for (const { workers, rate } of measured.points) {
      const formula = readRate({ ...each, workers, places: measured.places });
      expect(Math.abs(formula / rate - 1)).toBeLessThan(0.15);
    }
  });

  it('shows what follows from docs/capacity.json: node scripts/capacity.mjs makes it', () => {
    expect(cells(fs.readFileSync('docs/capacity.md', 'utf8'))).toContain(cells(tables(measured)));
  });

  const idle = { workerMs: 50, databaseMs: 20, commits: 30 };
  const each = { secondsEach: 0.25, workerMs: 5, databaseMs: 2, commitsEach: 3, idle, bytesEach: 1024 };
  it.each<[Parameters<typeof readRate>[0], number]>([
    // Bound by places, and by the core of a worker.
    [{ ...each, workers: 1, places: 4 }, 32],
    [{ ...each, workers: 4, places: 4 }, 128],
    [{ ...each, workers: 2, places: 100 }, 380],
  ])('readings a second: %j', (of, rate) => {
    expect(readRate(of)).toBe(rate);
  });

  it('plans for the mix, and never for fewer than two workers', () => {
    const size = {
      installs: 120_000,
      drives: 2_400,
      mix: [
        { share: 0.5, everyS: 60 },
        { share: 0.5, everyS: 300 },
      ],
    };
    expect(plan(size, each)).toEqual({
      perSecond: 1_200,
      // A worker does 190 a second of which 60 % are planned for.
      workers: 11,
      databaseCores: 5,
      commitsPerSecond: 3_930,
      gibibytes: (120_000 * 1_024) / 2 ** 30,
      manifestsPerSecond: 10,
    });
    expect(plan({ ...size, installs: 100 }, each)).toMatchObject({ workers: 2, databaseCores: 2 });
  });
});
