import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { Outbox } from '@portal/platform/events';
import { AgreementDue } from '../events.js';
import { ComplianceLapsesRepository } from './compliance-lapses.repository.js';

/** Announces once each that the agreement of a tenant ends in 60, 30 and 7 days, and that it has ended. */
@Injectable()
export class NotifyDueAgreements {
  constructor(
    private readonly transactor: Transactor,
    private readonly lapses: ComplianceLapsesRepository,
    private readonly outbox: Outbox,
  ) {}

  async execute(): Promise<void> {
    await this.transactor.run(async (tx) => {
      const due = await this.lapses.noticeAgreements(tx);
      await this.outbox.emitMany(
        tx,
        AgreementDue,
        due.map(({ tenantId, until, kind }) => ({ tenant_id: tenantId, until: until.toISOString(), due: kind })),
      );
    });
  }
}
