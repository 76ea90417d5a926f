import { randomUUID } from 'node:crypto';
import { Database } from '@portal/platform/database';
import type { StatusRecord } from '@portal/platform/health';
import type { BalanceGateway } from '@portal/stripe-gateway';
import { createDataSource } from '@portal/platform/database';
import type { DataSource } from 'typeorm';
import { OwnDatabase } from '../../../../test/support/database/database.js';
import { RecordStatusJob } from './record-status.job.js';
import { SeenFactsRepository } from './seen-facts.repository.js';

describe('what the worker records of the parts', () => {
  const test = OwnDatabase.forTests();
  let source: DataSource;

  beforeAll(async () => {
    source = await createDataSource({ url: test.url, pool: 1, waitMs: 60_000, applicationName: 'spec' }).initialize();
    test.beforeClose(() => source.destroy());
  });
  beforeEach(() =>
    test.owner.query(
      'delete from platform.deliveries; delete from platform.outbox_events; delete from platform.mail_messages',
    ),
  );

  async function recorded(balances: () => Promise<unknown[]> = () => Promise.resolve([])): Promise<object[]> {
    const saved: object[] = [];
    const record = { save: async (_by: string, facts: object) => void saved.push(facts) };
    const facts = new SeenFactsRepository(new Database(source));
    await new RecordStatusJob(
      facts,
      { balances } as unknown as BalanceGateway,
      record as unknown as StatusRecord,
    ).run();
    return saved;
  }
  async function delivery(consumer: string, minutesOld: number, state = 'pending', claimedBy: number | null = null) {
    const id = randomUUID();
    const at = `clock_timestamp() - make_interval(mins => ${minutesOld})`;
    await test.owner.query(
      `insert into platform.outbox_events (id, type, version, payload, created_at) values ($1, 'spec', 1, '{}', ${at})`,
      [id],
    );
    await test.owner.query(
      `insert into platform.deliveries (event_id, consumer, lane, state, claimed_by, next_attempt_at) values ($1, $2, 'events', $3, $4, ${at})`,
      [id, consumer, state, claimedBy],
    );
  }

  it('works while nothing waits; plugins that nobody asked are no record', async () => {
    await delivery('spec', 4);
    await delivery('spec', 20, 'pending', 7);
    await delivery('platform.send-mail', 4);
    expect(await recorded()).toEqual([{ queue: false, mail: false, payments: false }]);
  });

  it('fails where work has been due for five minutes and nobody began', async () => {
    await delivery('spec', 6);
    expect(await recorded()).toEqual([{ queue: true, mail: false, payments: false }]);
  });

  it('fails where a mail has waited for 15 minutes, but not while others go out', async () => {
    await delivery('platform.send-mail', 16, 'failed');
    expect(await recorded()).toEqual([{ queue: false, mail: true, payments: false }]);
    await test.owner.query(
      `insert into platform.mail_messages (id, recipient, subject, body, sent_at) values ($1, 'a@example.com', 's', 'b', clock_timestamp())`,
      [randomUUID()],
    );
    expect(await recorded()).toEqual([{ queue: false, mail: false, payments: false }]);
  });

  it('fails where the payment provider does not answer, and the others are recorded all the same', async () => {
    expect(await recorded(() => Promise.reject(new Error('down')))).toEqual([
      { queue: false, mail: false, payments: true },
    ]);
  });

  it('of plugins by what more than half of those answered that were asked in 15 minutes', async () => {
    const ask = async (failures: number, minutesOld: number): Promise<void> => {
      await test.owner.query(
        `insert into installs.readings (install_id, endpoint, due_at, read_at, failures, failed_since, problem)
         select gen_random_uuid(), 'health', now(), platform.portal_now() - make_interval(mins => $2), $1::int,
           case when $1::int > 0 then now() end, case when $1::int > 0 then 'no_answer' end`,
        [failures, minutesOld],
      );
    };
    await test.owner.query(`set session_replication_role = replica`);
    try {
      for (const old of [20, 30]) await ask(3, old);
      expect(await recorded()).toEqual([{ queue: false, mail: false, payments: false }]);
      await ask(0, 1);
      await ask(1, 1);
      expect(await recorded()).toEqual([{ queue: false, mail: false, payments: false, plugins: false }]);
      await ask(1, 2);
      expect(await recorded()).toEqual([{ queue: false, mail: false, payments: false, plugins: true }]);
    } finally {
      await test.owner.query('reset session_replication_role');
    }
  });
});
