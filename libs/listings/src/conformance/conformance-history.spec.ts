import { FixedClock } from '@portal/kernel';
import type { Database } from '@portal/platform/database';
import type { AuthorizedDrives } from '../listing/authorized-drives.js';
import { ConformanceHistory } from './conformance-history.js';

/** A request by slug needs no authentication. */
const NOBODY = {} as AuthorizedDrives;

/** A database that counts its queries; `state` is the state of the listing. */
function database(): { database: Database; asked: { heavy: number }; listing: { state: string; broken?: boolean } } {
  const asked = { heavy: 0 };
  const listing: { state: string; broken?: boolean } = { state: 'a' };
  const prepared = (_name: string, _sql: string, [slug]: string[]): Promise<object[]> =>
    Promise.resolve([{ id: slug, ok: true, verified_at: null, state: listing.state }]);
  const query = (sql: string): Promise<object[]> => {
    if (listing.broken) return Promise.reject(new Error('away'));
    if (!sql.includes('bool_and')) return Promise.resolve([{ day: '2026-01-01', runs: 1, failed: 0 }]);
    asked.heavy += 1;
    return Promise.resolve([{ runs: asked.heavy, intact: true, head: 'h' }]);
  };
  return { database: { prepared, query } as unknown as Database, asked, listing };
}

describe('the history of checks', () => {
  it('is read once for many concurrent requests, and returned as the same object', async () => {
    const world = database();
    const history = new ConformanceHistory(world.database, new FixedClock(new Date(0)), NOBODY);
    const all = await Promise.all(Array.from({ length: 20 }, () => history.of('s')));
    expect(new Set(all).size).toBe(1);
    expect(await history.of('s')).toBe(all[0]);
    expect(world.asked.heavy).toBe(1);
  });

  it('is read again after a run, and after a minute', async () => {
    const world = database();
    const clock = new FixedClock(new Date(0));
    const history = new ConformanceHistory(world.database, clock, NOBODY);
    expect((await history.of('s')).runs).toBe(1);
    clock.advance(59_000);
    expect((await history.of('s')).runs).toBe(1);
    world.listing.state = 'b';
    expect((await history.of('s')).runs).toBe(2);
    clock.advance(60_001);
    expect((await history.of('s')).runs).toBe(3);
  });

  it('is not cached after a failure', async () => {
    const world = database();
    const history = new ConformanceHistory(world.database, new FixedClock(new Date(0)), NOBODY);
    world.listing.broken = true;
    await expect(history.of('s')).rejects.toThrow('away');
    world.listing.broken = false;
    expect((await history.of('s')).intact).toBe(true);
  });

  it('is cached for a limited number of Drives', async () => {
    const world = database();
    const history = new ConformanceHistory(world.database, new FixedClock(new Date(0)), NOBODY);
    for (let n = 0; n < 501; n++) await history.of(`s${n}`);
    expect(world.asked.heavy).toBe(501);
    await history.of('s500');
    expect(world.asked.heavy).toBe(501);
    await history.of('s0');
    expect(world.asked.heavy).toBe(502);
  });
});
