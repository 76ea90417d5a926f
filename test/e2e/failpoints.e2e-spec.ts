import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SecondWorker } from '../support/second-worker.js';
import { playStory } from '../support/story.js';
import { TestPortal } from '../support/test-portal.js';

/**
 * Not reached by the story: it gives nothing back and taxes nothing (test/money/killed-around-tax-and-refund plays those),
 * has no webhook (webhook-kill plays it), sends no event of the host (host-events.int-spec plays it), may end before the
 * Drive is sent its settings (settings.int-spec plays that), and prepares a run inside a request that would be cut.
 */
const OUTSIDE_THE_STORY: ReadonlySet<string> = new Set([
  'refund',
  'tax',
  'run',
  'webhook',
  'delivery',
  'config_update',
]);

/** Every failpoint of the story in the product's source, by flow (`install.after_send` belongs to `install`). */
function failpoints(): Map<string, string[]> {
  const flows = new Map<string, string[]>();
  for (const file of readdirSync('libs', { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || /\.(spec|int-spec)\.ts$/.test(file)) continue;
    for (const [, name] of readFileSync(path.join('libs', file), 'utf8').matchAll(
      /\bfailpoint\('([a-z_]+\.[a-z_]+)'\)/g,
    )) {
      const flow = name!.split('.')[0]!;
      if (OUTSIDE_THE_STORY.has(flow)) continue;
      flows.set(flow, [...new Set([...(flows.get(flow) ?? []), name!])]);
    }
  }
  return flows;
}

/** Rounds of one failpoint of each flow, until every failpoint had its turn. */
function rounds(flows: Map<string, string[]>): string[][] {
  const most = Math.max(...[...flows.values()].map((names) => names.length));
  return Array.from({ length: most }, (_, i) =>
    [...flows.values()].flatMap((names) => (names[i] === undefined ? [] : [names[i]])),
  );
}

const FLOWS = failpoints();

describe('a process killed between any two steps', () => {
  it('was looked for in all four flows', () => {
    for (const flow of ['install', 'sync', 'charge', 'transfer'])
      expect(FLOWS.get(flow)?.length ?? 0).toBeGreaterThanOrEqual(3);
  });

  describe('on one database', () => {
    let portal: TestPortal;
    let second: SecondWorker;
    let armed = '';

    /** In one step: processes read it at every passage. */
    const arm = (names: readonly string[]): void => {
      writeFileSync(`${armed}.next`, names.join('\n'));
      renameSync(`${armed}.next`, armed);
    };

    beforeAll(async () => {
      portal = await TestPortal.start({
        settings: (directory) => {
          armed = path.join(directory, 'failpoints');
          return { FAILPOINT: `@${armed}` };
        },
      });
      second = SecondWorker.beside(portal.ready.processes['worker']!);
    });
    afterAll(async () => {
      await second?.stop();
      await portal?.close();
    });

    it.each(rounds(FLOWS).map((names) => [names]))('the story ends the same with kills at %j', async (names) => {
      arm(names);
      const story = await playStory(portal.url);
      expect([story.verdict, names]).toEqual([expect.objectContaining({ story: 'passed' }), names]);
      // What is left in the file was never reached, and would have proved nothing.
      expect(readFileSync(armed, 'utf8')).toBe('');
    });
  });
});
