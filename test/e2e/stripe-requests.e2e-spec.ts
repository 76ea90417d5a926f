import { PATIENCE_MS } from '../support/patience.js';
import type { ReadyPortal } from '../support/portal.js';
import { RecordingProxy } from '../support/recording-proxy.js';
import { playStory } from '../support/story.js';
import { movesMoney, objectionsTo } from '../support/stripe-catalogue.js';
import { TestPortal } from '../support/test-portal.js';

describe('what we say to the payment provider', () => {
  let proxy: RecordingProxy;
  let portal: TestPortal;
  let ready: ReadyPortal;
  let cookie: string;

  beforeAll(async () => {
    proxy = await RecordingProxy.start();
    portal = await TestPortal.start({ settings: () => ({ STRIPE_API_BASE: proxy.url }) });
    ({ ready } = portal);
    proxy.target = ready.stripe_sandbox_url;
  });
  afterAll(async () => {
    await portal?.close();
    await proxy.close();
  });

  const ask = async <T>(method: string, path: string): Promise<T> => {
    const answer = await fetch(`${ready.url}/api/v1/${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json', origin: ready.url },
      ...(method === 'POST' ? { body: '{}' } : {}),
    });
    const body = (await answer.json()) as { ok: boolean; data: T; error?: string };
    if (!body.ok) throw new Error(`${path}: ${answer.status} ${body.error}`);
    return body.data;
  };

  it('the whole story has no request its declarations would refuse, and no money moves without our key', async () => {
    expect((await playStory(ready.url)).verdict).toMatchObject({ story: 'passed' });
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

  it('and afterwards our books agree with its own, to the cent', async () => {
    const signedIn = await fetch(`${ready.url}/api/v1/demo/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ready.url },
      body: JSON.stringify({ person: 'finance-preparer' }),
    });
    cookie = (signedIn.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
    interface Books {
      reconciled_at: string | null;
      running: boolean;
      failure: string | null;
      holds: boolean | null;
      blocking: number;
      equalities: { name: string; left_minor: string; right_minor: string; holds: boolean }[];
    }
    await ask('POST', 'finance/reconciliation');
    let books = await ask<Books>('GET', 'finance/reconciliation');
    for (const until = Date.now() + PATIENCE_MS; books.running && Date.now() < until;) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      books = await ask<Books>('GET', 'finance/reconciliation');
    }
    expect(books).toMatchObject({ failure: null, holds: true, blocking: 0 });
    const balance = books.equalities.find((one) => one.name === 'balance');
    expect(BigInt(balance?.left_minor ?? '0')).not.toBe(0n);
    expect(balance?.left_minor).toBe(balance?.right_minor);
  });
});
