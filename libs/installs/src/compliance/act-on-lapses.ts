import { Injectable } from '@nestjs/common';
import { assertNever } from '@portal/kernel';
import { claimText } from '@portal/listings';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { ComplianceActed } from '../events.js';
import { InstallsRepository, type InstallRow } from '../install/installs.repository.js';
import { EndInstall } from '../uninstall/end-install.js';
import { gapSentence } from './domain/compliance-words.js';
import { ComplianceLapsesRepository, type DueLapse } from './compliance-lapses.repository.js';
import { ReconcileLapses } from './reconcile-lapses.js';

const AT_ONCE = 100;

/** Pauses or removes installs on the announced day, each in its own transaction, unless they comply again. */
@Injectable()
export class ActOnLapses {
  constructor(
    private readonly transactor: Transactor,
    private readonly lapses: ComplianceLapsesRepository,
    private readonly reconcile: ReconcileLapses,
    private readonly installs: InstallsRepository,
    private readonly end: EndInstall,
  ) {}

  async execute(stopping?: AbortSignal): Promise<void> {
    for (;;) {
      const due = await this.transactor.run((tx) => this.lapses.due(tx, AT_ONCE));
      for (const lapse of due) {
        if (stopping?.aborted) return;
        await this.transactor.run((tx) => this.act(tx, lapse));
      }
      if (due.length < AT_ONCE) return;
    }
  }

  private async act(tx: Tx, lapse: DueLapse): Promise<void> {
    const { installId, tenantId, driveId, gap, action } = lapse;
    // By the record of this instant, not of the one when the lapse was noticed.
    await this.reconcile.within(tx, { tenantId, driveId });
    const install = await this.installs.lock(tx, installId);
    if (!install || !(await this.lapses.act(tx, lapse)) || !(await this.apply(tx, lapse, install))) return;
    await tx.emit(ComplianceActed, { install_id: installId, gap, action });
  }

  /** False when nothing is left to do: another lapse paused the install before, or it has ended. */
  private async apply(tx: Tx, { installId, gap, claims, action }: DueLapse, install: InstallRow): Promise<boolean> {
    const reason = gapSentence(gap, claims.map(claimText));
    switch (action) {
      case 'warn':
        return false;
      case 'pause':
        if (!(await this.lapses.pause(tx, installId))) return false;
        await tx.audit(SYSTEM_ACTOR, 'install.paused', ['install', installId], { reason });
        return true;
      case 'remove':
        return this.end.execute(tx, install, SYSTEM_ACTOR, reason);
      default:
        return assertNever(action);
    }
  }
}
