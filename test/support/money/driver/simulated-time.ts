import { Ids } from '@portal/kernel';
import { PortalClock } from '@portal/platform/database';
import type { Client } from 'pg';

/** The scenario's clock: business time of the temporary database and of this process. It only moves forward. */
export class SimulatedTime {
  private constructor(
    private readonly owner: Client,
    private instant: Date,
  ) {}

  static async start(owner: Client, at: Date): Promise<SimulatedTime> {
    await owner.query(
      `create table platform.simulated_clock (only_row boolean primary key default true check (only_row), at timestamptz not null);
       grant select on platform.simulated_clock to public;
       create or replace function platform.portal_now() returns timestamptz language sql stable as
         $$ select at from platform.simulated_clock $$`,
    );
    await owner.query('insert into platform.simulated_clock (at) values ($1)', [at]);
    return new SimulatedTime(owner, at);
  }

  get now(): Date {
    return new Date(this.instant);
  }

  /** @throws Error when it would move backwards */
  async moveTo(at: Date): Promise<void> {
    if (at < this.instant) throw new Error(`the clock cannot go back to ${at.toISOString()}`);
    if (at.getTime() === this.instant.getTime()) return;
    await this.owner.query('update platform.simulated_clock set at = $1', [at]);
    this.instant = at;
  }

  /** The engine's clock. */
  asPortalClock(): PortalClock {
    const time: Pick<PortalClock, 'now' | 'wallNow' | 'refresh'> = {
      now: () => this.now,
      wallNow: () => this.now,
      refresh: () => Promise.resolve(),
    };
    return Object.assign(Object.create(PortalClock.prototype) as PortalClock, time);
  }
}

/** Ids in the order of requests, the same in every run. */
export class CountedIds extends Ids {
  private last = 0;

  next(): string {
    this.last += 1;
    return `10000000-0000-7000-8000-${this.last.toString(16).padStart(12, '0')}`;
  }
}
