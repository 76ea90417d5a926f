import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';

/**
 * A tenant is suspended or resumed. Its paid installs are paused meanwhile: they are neither polled nor upgraded;
 * token, settings and all received data stay. With late or duplicate events the newest status applies.
 */
@Injectable()
export class SyncTenantStatus {
  constructor(private readonly transactor: Transactor) {}

  async execute(change: { tenantId: string; suspended: boolean; at: Date }): Promise<void> {
    await this.transactor.run((tx) =>
      tx.query(
        `update installs.tenants set suspended_at = case when $3 then $2::timestamptz end, standing_at = $2
         where id = $1 and (standing_at is null or standing_at < $2)`,
        [change.tenantId, change.at, change.suspended],
      ),
    );
  }
}
