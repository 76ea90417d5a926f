import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../support/test-timeout.js';
import { Person } from '../support/person.js';
import { RecordingProxy } from '../support/recording-proxy.js';
import { playStory, type StoryRun } from '../support/story.js';
import { movesMoney, objectionsTo } from '../support/stripe-catalogue.js';
import { TestPortal } from '../support/test-portal.js';

const STEPS = 20;
const BOOKS = '/api/v1/finance/reconciliation';

interface Books {
  readonly reconciled_at: string | null;
  readonly running: boolean;
  readonly failure: string | null;
  readonly holds: boolean | null;
  readonly blocking: number;
  readonly equalities: { name: string; left_minor: string; right_minor: string; holds: boolean }[];
}

describe('the story that must always run', () => {
  let proxy: RecordingProxy;
  let portal: TestPortal;
  let again: StoryRun;

  beforeAll(async () => {
    proxy = await RecordingProxy.start();
    portal = await TestPortal.start({ story: true, settings: () => ({ STRIPE_API_BASE: proxy.url }) });
    proxy.standBefore(portal.ready.stripe_sandbox_url);
    again = await playStory(portal.url);
  });
  afterAll(async () => {
    await portal?.close();
    await proxy?.close();
  });

  it('holds at every step on new data, and again on the same data', () => {
    for (const story of [portal.story, again]) {
      expect([story.verdict, story.printed]).toEqual([
        { story: 'passed', steps: STEPS, ms: expect.any(Number) as number },
        story.printed,
      ]);
      expect(story.exitCode).toBe(0);
      expect(story.lines).toHaveLength(STEPS + 1);
    }
  });

  it('leaves no secret in any log', () => {
    const folder = path.join(portal.directory, 'logs');
    const logs = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));
    expect(logs.join('').length).toBeGreaterThan(1_000);
    for (const log of logs) expect(log).not.toMatch(/\bdp[kt]_[0-9A-Za-z]{49}\b/);
  });

  it('says nothing to the payment provider that its declarations would refuse, and moves no money without our key', () => {
    // The emulator's own levers, and its hosted page, which is opened by a browser.
    const seen = proxy.requests.filter((one) => !/^\/(_sandbox|setup)\//.test(one.url));
    expect(seen.flatMap(objectionsTo)).toEqual([]);
    const money = seen.filter(movesMoney);
    const made = (path: string) => money.filter((one) => one.url === path).length;
    expect(made('/v1/payment_intents')).toBeGreaterThan(0);
    expect(made('/v1/transfers')).toBeGreaterThan(0);
    expect(new Set(money.map((one) => one.headers['idempotency-key'])).size).toBe(money.length);
    expect(seen.filter((one) => one.status >= 400).map((one) => [one.url, one.status])).toEqual([]);
    expect(seen.every((one) => one.headers['stripe-version'] !== undefined)).toBe(true);
  });

  it('leaves books that agree with those of the provider, to the cent', async () => {
    const preparer = await Person.demo(portal.url, 'finance-preparer');
    await preparer.must('POST', BOOKS, {});
    const books = await eventually(
      'the comparison',
      () => preparer.must<Books>('GET', BOOKS),
      ({ running }) => !running,
    );
    expect(books).toMatchObject({ failure: null, holds: true, blocking: 0 });
    const balance = books.equalities.find((one) => one.name === 'balance');
    expect(BigInt(balance?.left_minor ?? '0')).not.toBe(0n);
    expect(balance?.left_minor).toBe(balance?.right_minor);
  });
});
