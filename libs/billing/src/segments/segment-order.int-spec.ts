import { randomUUID } from 'node:crypto';
import { InstallActivated, InstallEnded, InstallUpgraded } from '@portal/installs';
import type { EventType } from '@portal/platform/events';
import { CollectingWorld } from '../../../../test/support/money/collecting.js';
import { ChangeSegment } from './change-segment.js';
import { CloseSegment } from './close-segment.js';
import { SyncBillingModel } from './sync-billing-model.js';
import { OpenSegment } from './open-segment.js';
import { SegmentsRepository } from './segments.repository.js';
import { TenantSuspensionsRepository } from './tenant-suspensions.repository.js';
import { SuspendTenants } from '../collection/suspend-tenants.js';

type Payload = Record<string, unknown>;
const MINUTE = 60_000;

describe('the cost of an install, whichever event is processed first', () => {
  const world = CollectingWorld.forTests();

  const now = () => world.now();
  const spans = async (installId: string): Promise<[string, number, number | null][]> => {
    const rows = await world.billing.db.query<{ amount: string; started_at: Date; ended_at: Date | null }>(
      `select amount, started_at, ended_at from billing.install_segments where install_id = $1
         and (ended_at is null or ended_at > started_at) order by started_at`,
      [installId],
    );
    const first = rows[0]!.started_at.getTime();
    // Rounded to five minutes, because business time advances while a test runs.
    const minutes = (at: Date): number => Math.round((at.getTime() - first) / (5 * MINUTE)) * 5;
    return rows.map((row) => [row.amount, minutes(row.started_at), row.ended_at && minutes(row.ended_at)]);
  };

  describe('with two upgrades and an end', () => {
    const emit = async (event: unknown, payload: Payload): Promise<string> =>
      world.billing.transactor.run((tx) => tx.emit(event as EventType<Payload>, payload));
    const relayed = async (eventId: string, consumer: string, state: string): Promise<void> => {
      await world.billing.owner.query(
        'update platform.outbox_events set relayed_at = clock_timestamp() where id = $1',
        [eventId],
      );
      await world.billing.owner.query(
        `insert into platform.deliveries (event_id, consumer, lane, state, done_at) values ($1, $2, 'money', $3, case $3 when 'done' then clock_timestamp() end)
         on conflict (event_id, consumer) do update set state = excluded.state, done_at = excluded.done_at`,
        [eventId, consumer, state],
      );
    };

    /** Processes everything in the given order, repeatedly until nothing is refused any more. */
    async function carryOut(order: readonly number[]): Promise<string> {
      const installId = randomUUID();
      const start = new Date(Date.parse('2024-03-02T10:00:00Z'));
      const at = (minutes: number): Date => new Date(start.getTime() + minutes * MINUTE);
      const upgrade = async (minutes: number, amountMinor: bigint) => {
        const eventId = await emit(InstallUpgraded, { install_id: installId, upgraded_at: at(minutes).toISOString() });
        const event = {
          eventId,
          installId,
          priceId: randomUUID(),
          amountMinor,
          currency: 'usd',
          upgradedAt: at(minutes),
        };
        return {
          eventId,
          consumer: 'billing.change-segment',
          run: () => world.billing.get(ChangeSegment).execute(event),
        };
      };
      const activation = await emit(InstallActivated, { install_id: installId });
      const facts = [
        {
          eventId: activation,
          consumer: 'billing.open-segment',
          run: () => world.billing.activate({ eventId: activation, installId, activatedAt: start, amountMinor: 100n }),
        },
        await upgrade(10, 200n),
        await upgrade(20, 300n),
      ];
      const ended = await emit(InstallEnded, { install_id: installId });
      facts.push({
        eventId: ended,
        consumer: 'billing.close-segment',
        run: () =>
          world.billing.get(CloseSegment).execute({ eventId: ended, installId, endedAt: at(30) }) as Promise<never>,
      });
      // The first event of each order has not been delivered yet when the others are processed.
      for (const [n, fact] of facts.entries())
        if (n !== order.at(-1)) await relayed(fact.eventId, fact.consumer, 'pending');
      let waiting = [...order];
      for (let round = 0; waiting.length > 0; round++) {
        expect(round).toBeLessThan(facts.length);
        const again: number[] = [];
        for (const n of waiting) {
          const { eventId, consumer, run } = facts[n]!;
          const done = await run().then(
            () => true,
            (error: Error) => {
              expect(error.message).toMatch(/before its activation arrived|is not billed yet/);
              return false;
            },
          );
          if (done) await relayed(eventId, consumer, 'done');
          else again.push(n);
        }
        waiting = again;
      }
      // Everything once more, as after a crash before the deliveries were marked as done.
      for (const n of order) await facts[n]!.run();
      return installId;
    }

    it.each([[[0, 1, 2, 3]], [[3, 2, 1, 0]], [[0, 2, 1, 3]], [[0, 3, 2, 1]], [[2, 0, 3, 1]], [[0, 2, 3, 1]]])(
      'in the order %p applies each price to its own time',
      async (order) => {
        expect(await spans(await carryOut(order))).toEqual([
          ['100', 0, 10],
          ['200', 10, 20],
          ['300', 20, 30],
        ]);
      },
    );
  });

  describe('for a Drive whose author takes over billing', () => {
    const follow = (driveId: string, effectiveFrom: Date, model = 'author_billing') =>
      world.billing.get(SyncBillingModel).execute({ eventId: randomUUID(), driveId, model, effectiveFrom });
    const cost = async (installId: string): Promise<string[]> => (await spans(installId)).map(([amount]) => amount);

    it('ends at that instant, also for what became active before and is processed after', async () => {
      const driveId = randomUUID();
      const activatedAt = new Date((await now()).getTime() - 10 * MINUTE);
      const from = await world.billedBy(driveId, 'author_billing');
      await follow(driveId, from);
      const before = await world.billing.activate({ driveId, activatedAt });
      expect(await spans(before.installId)).toEqual([
        ['4900', 0, 10],
        ['0', 10, null],
      ]);
      // Requested at a price, and confirmed by the Drive after the switch.
      const after = await world.billing.activate({ driveId, activatedAt: new Date(from.getTime() + MINUTE) });
      expect(await cost(after.installId)).toEqual(['0']);
      await world.billing.get(OpenSegment).execute(before);
      await follow(driveId, from);
      expect(await cost(before.installId)).toEqual(['4900', '0']);
    });

    it('is not charged when a suspended tenant has paid meanwhile', async () => {
      const [driveId, late] = [randomUUID(), await world.overdue()];
      const { tenantId } = late;
      const activatedAt = new Date((await now()).getTime() - 10 * MINUTE);
      const { installId } = await world.billing.activate({ driveId, tenantId, activatedAt });
      await world.get(SuspendTenants).execute();
      await follow(driveId, await world.billedBy(driveId, 'author_billing'));
      await late.pays();
      expect(await cost(installId)).toEqual(['4900', '0']);
    });
  });

  describe('for a tenant that is suspended', () => {
    const amounts = async (installId: string): Promise<[string, boolean][]> =>
      (await spans(installId)).map(([amount, , end]) => [amount, end === null]);

    it('is not charged for what became active before and is processed after, until it has paid', async () => {
      const late = await world.overdue();
      const activatedAt = new Date((await now()).getTime() - 10 * MINUTE);
      await world.get(SuspendTenants).execute();
      const { installId } = await world.billing.activate({ tenantId: late.tenantId, activatedAt });
      expect(await spans(installId)).toEqual([['4900', 0, 10]]);
      await world.billing.advance(20 * MINUTE);
      await late.pays();
      expect(await spans(installId)).toEqual([
        ['4900', 0, 10],
        ['4900', 30, null],
      ]);
    });

    it('is not charged again for what was removed meanwhile, whose end is processed after the payment', async () => {
      const late = await world.overdue();
      const activatedAt = new Date((await now()).getTime() - 10 * MINUTE);
      const { installId } = await world.billing.activate({ tenantId: late.tenantId, activatedAt });
      await world.get(SuspendTenants).execute();
      await world.billing.owner.query(
        `begin; set local session_replication_role = 'replica';
         insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, origin, permissions, config, operator_email, ended_at)
         values ('${installId}', '${late.tenantId}', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'revoked', gen_random_uuid(), 'd', 'https://drive.example', '{}', '{}', 'o@x.example', now());
         commit`,
      );
      await late.pays();
      expect(await amounts(installId)).toEqual([['4900', false]]);
    });

    it('is not charged for what its Drive answers only afterwards, until it has paid', async () => {
      const late = await world.overdue();
      await world.get(SuspendTenants).execute();
      await world.billing.advance(5 * MINUTE);
      const { installId } = await world.billing.activate({ tenantId: late.tenantId, activatedAt: await now() });
      const [none] = await world.billing.db.query<{ n: string }>(
        'select count(*) as n from billing.install_segments where install_id = $1 and ended_at is distinct from started_at',
        [installId],
      );
      expect(none).toEqual({ n: '0' });
      await late.pays();
      expect(await amounts(installId)).toEqual([['4900', true]]);
    });

    it('is not charged for the suspended time when all events are processed after the payment', async () => {
      const late = await world.overdue();
      const activatedAt = new Date((await now()).getTime() - 10 * MINUTE);
      await world.get(SuspendTenants).execute();
      await world.billing.advance(20 * MINUTE);
      await late.pays();
      const { installId } = await world.billing.activate({ tenantId: late.tenantId, activatedAt });
      expect(await spans(installId)).toEqual([
        ['4900', 0, 10],
        ['4900', 30, null],
      ]);
    });

    it('is not charged for what becomes active at that moment, whichever is first', async () => {
      const waits = async (): Promise<boolean> =>
        (
          await world.billing.owner.query(
            `select 1 from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database())`,
          )
        ).rowCount! > 0;
      /** Work that starts when `begin` is called, and has ended or waits for a lock when that returns. */
      const concurrently = <T>(work: () => Promise<T>): { begin: () => Promise<void>; ended: Promise<T> } => {
        let go: () => void;
        let over = false;
        const ended = new Promise<void>((resolve) => (go = resolve)).then(work).finally(() => (over = true));
        const begin = async (): Promise<void> => {
          go();
          while (!over && !(await waits())) await new Promise(setImmediate);
        };
        return { begin, ended };
      };

      const first = await world.overdue();
      const opening = concurrently(async () =>
        world.billing.activate({ tenantId: first.tenantId, activatedAt: await now() }),
      );
      const suspensions = world.get(TenantSuspensionsRepository);
      const begin = suspensions.begin.bind(suspensions);
      const slow = jest.spyOn(suspensions, 'begin').mockImplementation(async (tx, suspension) => {
        const begun = await begin(tx, suspension);
        await opening.begin();
        return begun;
      });
      await world.get(SuspendTenants).execute();
      slow.mockRestore();
      expect(await isRunning((await opening.ended).installId)).toBe(false);

      const second = await world.overdue();
      const suspending = concurrently(() => world.get(SuspendTenants).execute());
      const segments = world.get(SegmentsRepository);
      const open = segments.open.bind(segments);
      const slowOpen = jest.spyOn(segments, 'open').mockImplementationOnce(async (tx, segment) => {
        const opened = await open(tx, segment);
        await suspending.begin();
        return opened;
      });
      const { installId } = await world.billing.activate({ tenantId: second.tenantId, activatedAt: await now() });
      slowOpen.mockRestore();
      await suspending.ended;
      expect(await isRunning(installId)).toBe(false);
    });
  });

  const isRunning = async (installId: string): Promise<boolean> =>
    (
      await world.billing.db.query(
        'select 1 from billing.install_segments where install_id = $1 and ended_at is null',
        [installId],
      )
    ).length > 0;
});
