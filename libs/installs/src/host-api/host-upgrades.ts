import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import type { HostUpgradeView } from './host-installs.view.js';

interface Filter {
  readonly limit: number;
  readonly cursor?: string;
  readonly tenant?: string;
  readonly drive?: string;
}

type Row = Omit<HostUpgradeView, 'opened_at' | 'remind_at'> & { id: string; opened_at: Date; remind_at: Date | null };

/** Unanswered upgrades of every tenant, for the host. */
@Injectable()
export class HostUpgrades {
  constructor(private readonly database: Database) {}

  /** Newest first. Tenants by the ids of the host, the Drive by its slug. */
  async open({ limit, cursor, tenant, drive }: Filter): Promise<Page<HostUpgradeView>> {
    const before = cursor === undefined ? null : decodeCursor(cursor, 1)[0];
    const rows = await this.database.query<Row>(
      `select p.id, p.install_id, t.external_id as tenant_external_id, v.external_id as venture_external_id, d.slug as drive, p.from_version,
         p.to_version, p.outcome, p.reasons, p.opened_at, p.remind_at
       from installs.upgrade_prompts p join installs.installs i on i.id = p.install_id join installs.tenants t on t.id = i.tenant_id
         join installs.ventures v on v.id = i.venture_id join authors.drive_reservations d on d.id = i.drive_id
       where p.state = 'open' and i.state = 'active' and ($1::uuid is null or p.id < $1) and ($3::text is null or t.external_id = $3)
         and ($4::text is null or d.slug = $4)
       order by p.id desc limit $2`,
      [before, limit + 1, tenant ?? null, drive ?? null],
    );
    return toPage(
      rows,
      limit,
      (row) => [row.id],
      ({ id: _id, opened_at, remind_at, ...row }) => ({
        ...row,
        opened_at: opened_at.toISOString(),
        remind_at: remind_at?.toISOString() ?? null,
      }),
    );
  }
}
