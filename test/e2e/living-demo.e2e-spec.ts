import { Person } from '../support/http/person.js';
import { PortalProcess, temporaryDataDir, type ReadyPortal } from '../support/browser/portal.js';
import { until } from '../support/test-timeout.js';

const FILLING = '/api/v1/demo/filling';
const data = temporaryDataDir();

interface Filling {
  begun: boolean;
  doing: string;
  finished: boolean;
  listed: number;
  drives: number;
  done: string[];
}
interface Sandbox {
  clock_now: string;
  wall_now: string;
}

describe('the living demo', () => {
  let portal: PortalProcess;
  let ready: ReadyPortal;
  afterAll(async () => {
    await portal.stop();
    data.remove();
  });

  /** As a visitor. */
  const read = async <T>(path: string): Promise<T> =>
    ((await (await fetch(`${ready.url}${path}`)).json()) as { data: T }).data;
  const filling = (): Promise<Filling> => read(FILLING);
  const listed = async (): Promise<number> =>
    (await read<{ items: object[] }>('/api/public/catalogue?limit=50')).items.length;

  it('goes on with what a kill has interrupted', async () => {
    portal = PortalProcess.start(data.path, {}, []);
    ready = await portal.ready();
    await until(async () => (await filling()).listed >= 4);
    portal.send('SIGKILL');
    await portal.end;
    portal = PortalProcess.start(data.path, { PORT: new URL(ready.url).port }, []);
    ready = await portal.ready();
    await until(
      () => /The demo (is|could not be) filled/.test(portal.printed),
      () => portal.printed,
    );
    expect(portal.printed).toContain('The demo is filled: 12 Drives');
  });

  it('lists twelve Drives once each, and ends at the time of the machine', async () => {
    expect([await listed(), (await filling()).listed, (await filling()).finished]).toEqual([12, 12, true]);
    const admin = await Person.demo(ready.url, 'admin');
    const { clock_now: now, wall_now: wall } = await admin.must<Sandbox>('GET', '/api/v1/sandbox');
    expect(Math.abs(Date.parse(now) - Date.parse(wall))).toBeLessThan(5_000);
  });

  it('has books that balance and that the payment provider agrees with', async () => {
    const finance = await Person.demo(ready.url, 'finance-preparer');
    const proof = await finance.must<{ ok: boolean }>('GET', '/api/v1/finance/ledger/proof');
    const books = await finance.must<{ blocking: number }>('GET', '/api/v1/finance/reconciliation');
    expect([proof.ok, books.blocking]).toEqual([true, 0]);
  });

  it('has claims about regulated data in each state, and no listed Drive asks for more than it explains', async () => {
    const operator = await Person.demo(ready.url, 'operator');
    const proven = async (slug: string): Promise<boolean[]> => {
      const plugin = await operator.must<{ claims: { proven_until: string | null }[] }>(
        'GET',
        `/api/v1/operator/plugins/${slug}`,
      );
      return [...new Set(plugin.claims.map(({ proven_until: until }) => until !== null))];
    };
    for (const slug of ['ledgerlark', 'clausewell', 'fieldnote'])
      expect([slug, await proven(slug)]).toEqual([slug, [true]]);
    for (const slug of ['rotaplan', 'parcelmind']) expect([slug, await proven(slug)]).toEqual([slug, [false]]);
    const second = await Person.demo(ready.url, 'second-reviewer');
    const { items } = await second.must<{ items: { drive_name: string; state: string; yours: boolean }[] }>(
      'GET',
      '/api/v1/review/evidence',
    );
    const due = new Set(items.map(({ drive_name: name, state, yours }) => [name, state, yours].join(' ')));
    expect([...due].sort()).toEqual(['Fieldnote accepted true', 'Parcelmind stated true', 'Rotaplan missing false']);
    const { items: cards } = await read<{ items: { slug: string }[] }>('/api/public/catalogue?limit=50');
    for (const { slug } of cards) {
      const entry = await read<{
        permissions: { name: string }[];
        capabilities: string[];
        compliance: { data_classes: string[] } | null;
      }>(`/api/public/catalogue/${slug}`);
      const explained = (entry.compliance?.data_classes ?? []).map((name) => `data.${name}`).concat(entry.capabilities);
      const asked = entry.permissions.map(({ name }) => name.replace('audit.export', 'audit_export'));
      const unexplained = asked.filter((name) => /^data\.|^audit/.test(name) && !explained.includes(name));
      expect([slug, unexplained]).toEqual([slug, []]);
    }
  });

  it('takes its progress from an admin alone, and shows it to everybody', async () => {
    const [reviewer, admin] = [await Person.demo(ready.url, 'reviewer'), await Person.demo(ready.url, 'admin')];
    const { begun, ...progress } = await reviewer.must<Filling>('GET', FILLING);
    expect([begun, (await reviewer.call('PUT', FILLING, progress)).status]).toEqual([true, 403]);
    expect(await admin.must('PUT', FILLING, progress)).toEqual({ begun, ...progress });
  });

  it('is there at once with the second start, which does nothing', async () => {
    await portal.stop();
    portal = PortalProcess.start(data.path, {}, []);
    ready = await portal.ready();
    const { done } = await filling();
    expect(await listed()).toBe(12);
    expect(portal.printed).not.toMatch(/Filling the demo|Running the demo story/);
    expect((await filling()).done).toEqual(done);
  });
});
