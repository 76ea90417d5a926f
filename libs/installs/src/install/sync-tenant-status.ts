import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';

/**
 * A tenant is suspended or goes on. Its paid installs stand still while it is: they are neither read nor upgraded; token,
 * settings and everything that was received stay. Told late or twice, the newest word holds.
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
