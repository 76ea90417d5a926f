import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { UpgradesReminded } from '../../events.js';
import { PromptsRepository } from '../prompts.repository.js';

/** Prompts that are reminded of at once: few statements, and no operator waits long for an answer of its own. */
const CHUNK = 20_000;

/** Reminds the operators of a tenant, in one mail per tenant, of upgrades that wait for an answer. */
@Injectable()
export class RemindUpgrades {
  constructor(
    private readonly transactor: Transactor,
    private readonly prompts: PromptsRepository,
  ) {}

  /** Returns the number of upgrades with a reminder. */
  async execute(): Promise<number> {
    for (let sum = 0; ;) {
      const tenants = await this.transactor.run(async (tx) => {
        const planned = await this.prompts.remind(tx, CHUNK);
        const reminded_at = tx.now.toISOString();
        const reminded = planned.map(({ tenantId, upgrades }) => ({ tenant_id: tenantId, upgrades, reminded_at }));
        await tx.emitMany(
          UpgradesReminded,
          reminded.filter(({ upgrades }) => upgrades > 0),
        );
        return planned;
      });
      if (tenants.length === 0) return sum;
      for (const { upgrades } of tenants) sum += upgrades;
    }
  }
}
