import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { ScheduledJob } from '@portal/platform/jobs';
import { AgreementDue } from '../events.js';
import { ActOnLapses } from './act-on-lapses.js';
import { ComplianceLapsesRepository } from './compliance-lapses.repository.js';
import { ReconcileLapses } from './reconcile-lapses.js';

@Injectable()
export class WatchComplianceJob extends ScheduledJob {
  readonly name = 'installs.watch-compliance';

  constructor(
    private readonly reconcile: ReconcileLapses,
    private readonly act: ActOnLapses,
    private readonly transactor: Transactor,
    private readonly lapses: ComplianceLapsesRepository,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  async run(stopping: AbortSignal): Promise<void> {
    await this.reconcile.execute();
    await this.act.execute(stopping);
    await this.announceAgreements();
  }

  /** Announces once each that the agreement of a tenant ends in 60, 30 and 7 days, and that it has ended. */
  private async announceAgreements(): Promise<void> {
    await this.transactor.run(async (tx) => {
      const due = await this.lapses.noticeAgreements(tx);
      const events = due.map(({ tenantId, until, kind }) => ({
        tenant_id: tenantId,
        until: until.toISOString(),
        due: kind,
      }));
      await this.outbox.emitMany(tx, AgreementDue, events);
    });
  }
}
