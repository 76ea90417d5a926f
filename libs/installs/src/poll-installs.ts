import { Inject, Injectable } from '@nestjs/common';
import { Database, LOGGER } from '@portal/platform';
import type { Logger } from 'pino';
import { RefreshInstall } from './refresh-install.js';

const AT_ONCE = 8;

/** Reads every active install that was not read for half a minute and does not stand still. */
@Injectable()
export class PollInstalls {
  constructor(
    private readonly database: Database,
    private readonly refresh: RefreshInstall,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async execute(): Promise<void> {
    const due = await this.database.query<{ id: string }>(
      `select id from installs.installs i where state = 'active' and (polled_at is null or polled_at < platform.portal_now() - interval '25 seconds')
         and not (price_id is not null and exists (select 1 from installs.tenants t where t.id = i.tenant_id and t.suspended_at is not null))
       order by polled_at nulls first limit 500`,
    );
    const queue = due.map(({ id }) => id);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
          await this.refresh
            .execute(id)
            .catch((error: unknown) => this.log.warn({ err: error, install_id: id }, 'install not read'));
        }
      }),
    );
  }
}
