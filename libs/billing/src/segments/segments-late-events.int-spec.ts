import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { InstallActivated, InstallEnded, InstallUpgraded } from '@portal/installs';
import type { EventType } from '@portal/platform/events';
import type { BillingFixture } from '../../../../test/support/money/billing.js';
import { CollectingWorld } from '../../../../test/support/money/collecting.js';
import { ChangeSegment } from './change-segment.js';
import { CloseSegment } from './close-segment.js';
import { SyncBillingModel } from './sync-billing-model.js';
import { SuspendTenants } from '../collection/suspend-tenants.js';

const MINUTE = 60_000;
/** Instants pass through the database, which has microseconds. */
const CLOSE_ENOUGH_MS = 5;

/** An event, and how many other events are processed before it. */
type Fact =
  | { what: 'upgrade'; amountMinor: bigint; late: number }
  | { what: 'end' | 'author_bills'; late: number }
  | { what: 'host_bills' | 'suspended' | 'paid' };
type Charged = [amountMinor: bigint, from: number, to: number];

describe('the cost of an install when suspensions and switches are processed before earlier events', () => {
  const world = CollectingWorld.forTests();
  let billing: BillingFixture;
  beforeAll(async () => {
    billing = world.billing;
  });

  describe('in a month that is invoiced', () => {
    const at = (text: string): Date => new Date(`${text}T00:00:00Z`);
    const ends = async (installId: string): Promise<(Date | null)[]> =>
      (
        await billing.db.query<{ ended_at: Date | null }>(
          'select ended_at from billing.install_segments where install_id = $1 order by started_at, ended_at',
          [installId],
        )
      ).map((row) => row.ended_at);

    it('keeps its segments, whoever writes and whichever event arrives', async () => {
      const { installId } = await billing.activate({ activatedAt: at('2009-06-03'), amountMinor: 700n });
      await world.get(CloseSegment).execute({ eventId: randomUUID(), installId, endedAt: at('2009-08-20') });
      await world.closeMonth('2009-06');
      const bring = (to: string | null): Promise<unknown> =>
        billing.owner.query('update billing.install_segments set ended_at = $2 where install_id = $1', [installId, to]);
      for (const to of [
        null,
        '2009-06-10T00:00:00Z',
        '2009-06-30T23:59:59.999Z',
        '2009-08-20T00:00:00Z',
        '2009-09-01T00:00:00Z',
      ])
        await expect(bring(to)).rejects.toMatchObject({ constraint: 'install_segments_pinned' });
      await bring('2009-08-10T00:00:00Z');
      expect(await ends(installId)).toEqual([at('2009-08-10')]);
      // An event from June that is processed now takes effect in July.
      await world.get(CloseSegment).execute({ eventId: randomUUID(), installId, endedAt: at('2009-06-10') });
      expect(await ends(installId)).toEqual([at('2009-07-01')]);
      await world.get(CloseSegment).execute({ eventId: randomUUID(), installId, endedAt: at('2009-06-09') });
      expect(await ends(installId)).toEqual([at('2009-07-01')]);
    });
  });

  const happened = (event: unknown, installId: string): Promise<string> =>
    billing.transactor.run((tx) => tx.emit(event as EventType<Record<string, unknown>>, { install_id: installId }));
  async function takenIn(eventId: string, consumer: string): Promise<void> {
    await billing.owner.query('update platform.outbox_events set relayed_at = clock_timestamp() where id = $1', [
      eventId,
    ]);
    await billing.owner.query(
      `insert into platform.deliveries (event_id, consumer, lane, state, done_at) values ($1, $2, 'money', 'done', clock_timestamp())
       on conflict do nothing`,
      [eventId, consumer],
    );
  }

  /** The charged periods in order; adjacent ones with the same price are merged. */
  async function charged(installId: string, upTo: number): Promise<Charged[]> {
    const rows = await billing.db.query<{ amount: string; started_at: Date; ended_at: Date | null }>(
      `select amount, started_at, ended_at from billing.install_segments where install_id = $1 and price_id is not null
         and ended_at is distinct from started_at order by started_at`,
      [installId],
    );
    return joined(
      rows.map(({ amount, started_at, ended_at }) => [
        BigInt(amount),
        started_at.getTime(),
        ended_at?.getTime() ?? upTo,
      ]),
    );
  }

  function joined(spans: readonly Charged[]): Charged[] {
    const all: Charged[] = [];
    for (const [amount, from, to] of spans) {
      const last = all.at(-1);
      if (last?.[0] === amount && from - last[2] <= CLOSE_ENOUGH_MS) last[2] = to;
      else if (to - from > CLOSE_ENOUGH_MS) all.push([amount, from, to]);
    }
    return all;
  }

  /** Delivers all events, late ones late, then all again; compares with the expected state of each instant. */
  async function play(facts: readonly Fact[]): Promise<void> {
    const tenant = await world.overdue();
    const driveId = randomUUID();
    const activation = await happened(InstallActivated, 'none yet');
    const activatedAt = await world.now();
    const { installId } = await billing.activate({
      eventId: activation,
      tenantId: tenant.tenantId,
      driveId,
      activatedAt,
      amountMinor: 1_000n,
    });
    await takenIn(activation, 'billing.open-segment');

    const waiting: { due: number; tell: () => Promise<void> }[] = [];
    const delivered: typeof waiting = [];
    const expected: Charged[] = [];
    let [price, free, byAuthor, suspended, ended, wasSuspended] = [1_000n, false, false, false, false, false];
    let since = activatedAt.getTime();
    const holds = (until: Date): void => {
      if (!suspended && !ended && !free && price > 0n) expected.push([price, since, until.getTime()]);
      since = until.getTime();
    };
    let ownDue = 0;
    const queueOwn = (
      n: number,
      late: number,
      eventId: string,
      consumer: string,
      execute: () => Promise<void>,
    ): void => {
      ownDue = Math.max(ownDue, n + late);
      const handle = async (): Promise<void> => {
        await execute();
        await takenIn(eventId, consumer);
      };
      waiting.push({ due: ownDue, tell: handle });
    };

    const deliver = async (round: typeof waiting): Promise<void> => {
      for (const one of round) {
        await one.tell();
        waiting.splice(waiting.indexOf(one), 1);
        delivered.push(one);
      }
    };
    for (const [n, fact] of facts.entries()) {
      await billing.advance(10 * MINUTE);
      switch (fact.what) {
        case 'upgrade': {
          if (suspended || ended) break;
          const eventId = await happened(InstallUpgraded, installId);
          const upgradedAt = await world.now();
          holds(upgradedAt);
          [price, free] = [fact.amountMinor, byAuthor];
          const { amountMinor } = fact;
          const priceId = amountMinor === 0n ? null : randomUUID();
          const upgrade = { eventId, installId, priceId, amountMinor, currency: 'usd', upgradedAt };
          queueOwn(n, fact.late, eventId, 'billing.change-segment', () => world.get(ChangeSegment).execute(upgrade));
          break;
        }
        case 'end': {
          if (suspended || ended) break;
          const eventId = await happened(InstallEnded, installId);
          const endedAt = await world.now();
          holds(endedAt);
          ended = true;
          const end = { eventId, installId, endedAt };
          queueOwn(n, fact.late, eventId, 'billing.close-segment', () => world.get(CloseSegment).execute(end));
          break;
        }
        case 'author_bills': {
          if (byAuthor) break;
          const effectiveFrom = await world.billedBy(driveId, 'author_billing');
          holds(effectiveFrom);
          [byAuthor, free] = [true, true];
          const change = { eventId: randomUUID(), driveId, model: 'author_billing', effectiveFrom };
          waiting.push({ due: n + fact.late, tell: () => world.get(SyncBillingModel).execute(change) });
          break;
        }
        case 'host_bills':
          if (!byAuthor) break;
          await world.billedBy(driveId, 'platform');
          byAuthor = false;
          break;
        case 'suspended': {
          if (wasSuspended) break;
          await world.get(SuspendTenants).execute();
          const [row] = await billing.db.query<{ suspended_at: Date }>(
            'select suspended_at from billing.suspensions where tenant_id = $1',
            [tenant.tenantId],
          );
          holds(row!.suspended_at);
          [suspended, wasSuspended] = [true, true];
          break;
        }
        case 'paid': {
          if (!suspended) break;
          await tenant.pays();
          const [row] = await billing.db.query<{ resumed_at: Date }>(
            'select resumed_at from billing.suspensions where tenant_id = $1',
            [tenant.tenantId],
          );
          holds(row!.resumed_at);
          suspended = false;
          break;
        }
      }
      // Events of the install are processed in order.
      await deliver(waiting.filter(({ due }) => due <= n).sort((a, b) => a.due - b.due));
    }
    await deliver([...waiting]);
    await billing.advance(10 * MINUTE);
    const upTo = await world.now();
    holds(upTo);

    const agrees = async (): Promise<void> => {
      const [found, right] = [await charged(installId, upTo.getTime()), joined(expected)];
      const shown = (spans: Charged[]): unknown[] =>
        spans.map(([amount, from, to]) => [
          amount,
          Math.round((from - activatedAt.getTime()) / 1000),
          Math.round((to - activatedAt.getTime()) / 1000),
        ]);
      const same =
        found.length === right.length &&
        found.every(([amount, from, to], n) => {
          const [other, begins, ends] = right[n]!;
          return (
            amount === other && Math.abs(from - begins) <= CLOSE_ENOUGH_MS && Math.abs(to - ends) <= CLOSE_ENOUGH_MS
          );
        });
      if (!same) expect(shown(found)).toEqual(shown(right));
    };
    await agrees();
    for (const again of delivered) await again.tell();
    await agrees();
  }

  const late = fc.nat({ max: 4 });
  const fact: fc.Arbitrary<Fact> = fc.oneof(
    fc.record({ what: fc.constant('upgrade' as const), amountMinor: fc.constantFrom(0n, 2_000n, 3_000n, 500n), late }),
    fc.record({ what: fc.constant('author_bills' as const), late }),
    fc.record({ what: fc.constantFrom('host_bills' as const, 'suspended' as const, 'paid' as const) }),
    fc.record({ what: fc.constant('end' as const), late }),
  );

  it.each<[string, Fact[]]>([
    [
      'an upgrade is processed after the suspension',
      [{ what: 'upgrade', amountMinor: 9_000n, late: 1 }, { what: 'suspended' }, { what: 'paid' }],
    ],
    [
      'an upgrade is processed after the tenant has paid again',
      [{ what: 'upgrade', amountMinor: 9_000n, late: 2 }, { what: 'suspended' }, { what: 'paid' }],
    ],
    ['an end is processed after the suspension', [{ what: 'end', late: 1 }, { what: 'suspended' }, { what: 'paid' }]],
    [
      'an end is processed after the tenant has paid again',
      [{ what: 'end', late: 2 }, { what: 'suspended' }, { what: 'paid' }],
    ],
    [
      'upgrades are processed after the author bills',
      [
        { what: 'upgrade', amountMinor: 9_000n, late: 2 },
        { what: 'upgrade', amountMinor: 0n, late: 2 },
        { what: 'author_bills', late: 0 },
      ],
    ],
    [
      'the author’s own billing is processed after a later upgrade',
      [{ what: 'author_bills', late: 2 }, { what: 'host_bills' }, { what: 'upgrade', amountMinor: 9_000n, late: 0 }],
    ],
    [
      'the author’s own billing is processed after a later suspension',
      [{ what: 'author_bills', late: 3 }, { what: 'suspended' }, { what: 'paid' }],
    ],
    [
      'the author’s own billing is processed after the end',
      [
        { what: 'author_bills', late: 3 },
        { what: 'end', late: 0 },
      ],
    ],
  ])('is the same when %s', async (_, facts) => {
    await play(facts);
  });

  it('is the same for any history and any order of processing', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fact, { minLength: 2, maxLength: 7 }), play), {
      numRuns: 6,
      endOnFailure: true,
    });
  });
});
