import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { BalanceGateway, type ProviderBalance } from '@portal/stripe-gateway';
import { MovementsRepository } from './persistence/movements.repository.js';

/** How far back known movements are fetched again: the provider may list a movement late. */
const OVERLAP_MS = 2 * 86_400_000;
/** How often to fetch again when the balance does not fit the listed movements: one may have been made in between. */
const TRIES = 4;

/** Fetches new movements from the provider and returns the balances that belong to them. */
@Injectable()
export class PullMovements {
  constructor(
    private readonly transactor: Transactor,
    private readonly gateway: BalanceGateway,
    private readonly movements: MovementsRepository,
  ) {}

  /**
   * The balances are those after the last listed movement, unless movements were made faster than they could be
   * fetched.
   * @throws AppError `payment_provider_unavailable`
   */
  async execute(): Promise<{ balances: ProviderBalance[]; movements: number }> {
    let movements = 0;
    for (let attempt = 1; ; attempt += 1) {
      movements += await this.pull();
      const balances = await this.gateway.balances();
      const known = await this.transactor.run((tx) => this.movements.totals(tx));
      const fits = balances.every((one) => (known.get(one.currency) ?? 0n) === totalOf(one));
      if (fits || attempt === TRIES) return { balances, movements };
    }
  }

  private async pull(): Promise<number> {
    const newest = await this.transactor.run((tx) => this.movements.newest(tx));
    const since = newest === undefined ? undefined : new Date(newest.getTime() - OVERLAP_MS);
    let inserted = 0;
    for await (const page of this.gateway.movementsSince(since)) {
      if (page.length > 0) inserted += await this.transactor.run((tx) => this.movements.insertNew(tx, page));
    }
    return inserted;
  }
}

/** Everything that the provider holds for us in one currency; minor units. */
export function totalOf(balance: ProviderBalance): bigint {
  return balance.availableMinor + balance.pendingMinor + balance.reservedMinor;
}
