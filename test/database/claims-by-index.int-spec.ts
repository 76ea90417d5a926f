import type { Database, Tx } from '@portal/platform/database';
import { gaugeCatalogue } from '@portal/platform/health';
import '../../libs/ledger/src/read/gauges.js';
import { CallPlansRepository } from '../../libs/installs/src/install/plan/call-plans.repository.js';
import { ComplianceLapsesRepository } from '../../libs/installs/src/compliance/compliance-lapses.repository.js';
import { DeliveriesRepository } from '../../libs/installs/src/host-events/deliveries.repository.js';
import { DrivePollsRepository } from '../../libs/installs/src/polling/drive-polls.repository.js';
import { ConfigUpdatesRepository } from '../../libs/installs/src/settings/config-updates.repository.js';
import { InstallQueries } from '../../libs/installs/src/install/read/install-queries.js';
import { TenantQueries } from '../../libs/installs/src/tenants/tenant-queries.js';
import { MessagesRepository } from '../../libs/webhooks/src/persistence/messages.repository.js';
import { OwnDatabase } from '../support/database/database.js';

const ROWS = 50_000;
/** Rows that a claim of at most about a hundred may read, of each table and index, before its limit. */
const MOST_READ = 1_000;

interface Statement {
  text: string;
  values: unknown[];
}
interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Takes the statements of a repository instead of sending them. */
class Taken {
  readonly statements: Statement[] = [];
  readonly query = (text: string, values: unknown[] = []): Promise<[]> => {
    this.statements.push({ text, values });
    return Promise.resolve([]);
  };
}

const id = (n: string): string => `('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const LATER = "clock_timestamp() + interval '1 day'";
/** The backlog of every second Drive. */
const SOME_DUE = "clock_timestamp() + case n % 2 when 0 then interval '1 day' else interval '-1 hour' end";

const TENANT = '00000000-0000-4000-8000-000000000001';

/** Rows that the node of a plan that reads most has read. */
const mostRead = (nodes: readonly Plan[]): number =>
  Math.max(
    ...nodes
      .filter((node) => node['Node Type'].includes('Scan'))
      .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']),
  );

describe(`claims and pages among ${ROWS} rows`, () => {
  const world = OwnDatabase.forTests();

  beforeAll(async () => {
    // Rows of tables that refer to others, without the others.
    await world.owner.query(`set session_replication_role = 'replica'`);
    await world.owner.query(`
      insert into installs.drive_polls (drive_id, due_at) select ${id('n')}, ${LATER} from generate_series(1, ${ROWS}) n;
      insert into installs.call_plans (install_id, kind, drive_id, max_attempts, next_try_at)
        select ${id('n')}, 'handshake', ${id('n % 50')}, 40, ${SOME_DUE} from generate_series(1, ${ROWS}) n;
      insert into installs.config_updates (install_id, settings_version, next_try_at) select ${id('n')}, 1, ${LATER} from generate_series(1, ${ROWS}) n;
      insert into installs.compliance_lapses (install_id, gap, noticed_at, since, action, policy_version, acts_at)
        select ${id('n')}, 'baa_required', now(), now(), 'pause', 1, ${LATER} from generate_series(1, ${ROWS}) n;
      insert into installs.delivery_queues (install_id, drive_id, next_attempt_at) select ${id('n')}, ${id('n % 50')}, ${SOME_DUE} from generate_series(1, ${ROWS}) n;
      insert into webhooks.endpoints (id, url, description, event_types, state, created_at)
        select ${id('n')}, 'https://a.example', '', '{x}', case n when 1 then 'unverified' else 'active' end, now() from generate_series(1, 3) n;
      insert into webhooks.messages (id, endpoint_id, event_id, type, body, created_at, next_attempt_at)
        select ${id('n')}, ${id('n % 2 + 1')}, ${id('n')}, 'x', '{}', now(), now() - interval '1 hour' from generate_series(1, ${ROWS}) n;
      insert into installs.tenants (id, name, external_id) values (${id('1')}, 'Tenant', 'tenant');
      insert into installs.ventures (id, tenant_id, name, external_id) select ${id('n')}, ${id('1')}, 'Venture ' || n, 'v' || n from generate_series(1, ${ROWS}) n;
      insert into installs.installs (id, tenant_id, venture_id, drive_id, state, revision_id, digest, origin, permissions, config, operator_email, scoped_token, drive_install_id, activated_at)
        select ${id('n')}, ${id('1')}, ${id('n')}, ${id('1')}, 'active', ${id('1')}, 'x', 'x', '{}', '{}', 'x', 'x', 'x', now() from generate_series(1, ${ROWS}) n;
      insert into installs.drive_events (install_id, identity, digest, kind, ts, payload)
        select ${id('1 + n % 50')}, 'e' || n, md5(n::text), 'x', now(), '{}' from generate_series(1, ${ROWS}) n;
      insert into ledger.ledger_account (code, owner_id, currency) select (array['author_pending', 'author_payable', 'author_reserve'])[1 + n % 3], ${id('n')}, 'usd'
        from generate_series(1, ${ROWS}) n;
      insert into ledger.ledger_account (code, currency) values ('platform_at_risk', 'usd'), ('platform_at_risk', 'eur'), ('payout_clearing', 'usd');
      insert into ledger.account_balance (account_id, debits, credits) select id, case when code = 'platform_at_risk' then 5 else 0 end, 3 from ledger.ledger_account;
      update ledger.account_balance b set debits = 4 from ledger.ledger_account a where a.id = b.account_id and a.owner_id in (${id('1')}, ${id('2')}, ${id('3')});
      update ledger.account_balance b set debits = 2 from ledger.ledger_account a where a.id = b.account_id and (a.code, a.currency) = ('platform_at_risk', 'eur');`);
    await world.owner.query('vacuum analyze');
  });

  /** Nodes of the plan of a statement as it was run, with how many rows each read. */
  async function plan({ text, values }: Statement, tenantId?: string): Promise<Plan[]> {
    await world.owner.query('begin');
    if (tenantId !== undefined)
      await world.owner.query(
        `select set_config('role', 'portal_caller', true), set_config('portal.owners', $1, true)`,
        [`{${tenantId}}`],
      );
    const { rows } = await world.owner.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, timing off, summary off, format json) ${text}`,
      values,
    );
    await world.owner.query('rollback');
    const all = (node: Plan): Plan[] => [node, ...(node.Plans ?? []).flatMap(all)];
    return all(rows[0]!['QUERY PLAN'][0].Plan);
  }

  it.each<[name: string, index: string, ask: (taken: Taken) => Promise<unknown>]>([
    ['Drives to poll', 'drive_polls_due', (t) => new DrivePollsRepository(t as unknown as Database).claim('usual', 24)],
    [
      'calls of installs',
      'call_plans_due',
      (t) => new CallPlansRepository(t as unknown as Database).claimDue({ limit: 24, ofOneDrive: 2, leaveAlone: [] }),
    ],
    ['settings to send', 'config_updates_due', (t) => new ConfigUpdatesRepository().claim(t as unknown as Tx, 24, [])],
    ['lapses', 'compliance_lapses_due', (t) => new ComplianceLapsesRepository().due(t as unknown as Tx, 24)],
    ['events of the host', 'delivery_queues_due', (t) => new DeliveriesRepository(t as unknown as Database).claim([])],
    ['messages to webhooks', 'messages_queued', (t) => new MessagesRepository().claim(t as unknown as Tx, 48, [])],
  ])('find %s by the index %s, without reading what is not due', async (_, index, ask) => {
    const taken = new Taken();
    await ask(taken);
    const nodes = await plan(taken.statements[0]!);
    expect(nodes.map((node) => node['Index Name'])).toContain(index);
    expect(mostRead(nodes)).toBeLessThan(MOST_READ);
  });

  it.each<[name: string, index: string, ask: (taken: Taken) => Promise<unknown>]>([
    ['installs', 'installs_tenant', (t) => new InstallQueries(t as unknown as Database).list([TENANT], { limit: 50 })],
    [
      'ventures',
      'ventures_by_name',
      (t) => new TenantQueries(t as unknown as Database).ventures([TENANT], { limit: 50 }),
    ],
    [
      'events of an install',
      'drive_events_newest',
      (t) =>
        t.query('select seq from installs.drive_events where install_id = $1 order by seq desc limit 51', [TENANT]),
    ],
  ])('show a page of %s of a tenant that has as many, by the index %s, to its operator', async (_, index, ask) => {
    const taken = new Taken();
    await ask(taken);
    const nodes = await plan(taken.statements[0]!, TENANT);
    expect(nodes.map((node) => node['Index Name'])).toContain(index);
    expect(mostRead(nodes)).toBeLessThan(MOST_READ);
  });

  it('show every account below its floor to each scrape, without reading the others', async () => {
    const { sql } = gaugeCatalogue().find(({ name }) => name === 'portal_ledger_accounts_below_floor')!;
    // One of the three authors' accounts has no floor; one of the platform's assets is below its own.
    expect((await world.owner.query(sql)).rows).toEqual([{ count: '3' }]);
    expect(mostRead(await plan({ text: sql, values: [] }))).toBeLessThan(MOST_READ);
  });

  it('ask for the time once per scan, not per row, also where a condition names the function itself', async () => {
    const nodes = await plan({
      text: 'select from installs.drive_polls where slow = false and due_at <= platform.portal_now()',
      values: [],
    });
    expect(nodes.map((node) => node['Index Name'])).toEqual(['drive_polls_due']);
  });
});
