import { Injectable } from '@nestjs/common';
import { AppError, commonErrors } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import type { CapabilitiesView } from '../capability.view.js';
import { CapableThings } from '../capable-things.js';
import { offMessage } from './may.js';

/** What a thing may do now, and why not the rest. */
@Injectable()
export class ReadCapabilities {
  constructor(
    private readonly things: CapableThings,
    private readonly transactor: Transactor,
  ) {}

  /** @throws AppError `not_found` (404), `forbidden` (403) */
  execute(actor: Actor, name: string, id: string): Promise<CapabilitiesView> {
    const thing = this.things.of(name, actor);
    return this.transactor.run(async (tx) => {
      const found = await thing.find(tx, id);
      if (!found) throw new AppError(commonErrors.not_found);
      const switches = await tx.query<{ id: string; capability: string; until: Date; reason: string }>(
        `select approval_id as id, capability, until, reason from approvals.capability_switches
         where thing = $1 and thing_id = $2 and ended_at is null and until > (select platform.portal_now()) order by until desc`,
        [name, id],
      );
      const capabilities = Object.entries(thing.table.words).map(([capability, words]) => {
        const off = switches.find((one) => one.capability === capability);
        const because =
          thing.table.refusal(found.state, capability)?.message ?? (off === undefined ? null : offMessage(words, off));
        return {
          name: capability,
          words,
          allowed: because === null,
          because,
          off_until: off?.until.toISOString() ?? null,
          switch_id: off?.id ?? null,
        };
      });
      return { thing: name, id, name: found.name, state: found.state, capabilities };
    });
  }
}
