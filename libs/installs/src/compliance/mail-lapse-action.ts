import { Injectable } from '@nestjs/common';
import { Database } from '@portal/platform/database';
import type { Once } from '@portal/platform/events';
import type { ComplianceActedPayload } from '../events.js';
import { ComplianceMailer } from './compliance-mailer.js';
import { PAUSED_MEANS } from './domain/compliance-words.js';

interface Row {
  tenant_id: string;
  tenant_name: string;
  venture: string;
  drive_id: string;
  org_id: string | null;
  name: string;
}

/** Notifies operators, admins and the author that an install was paused or removed as announced. */
@Injectable()
export class MailLapseAction {
  constructor(
    private readonly database: Database,
    private readonly mailer: ComplianceMailer,
  ) {}

  /** `once` runs its work in a transaction of its own, exactly once per event. */
  async execute({ install_id: installId, action }: ComplianceActedPayload, once: Once): Promise<void> {
    const [row] = await this.database.query<Row & Record<string, unknown>>(
      `select i.tenant_id, t.name as tenant_name, v.name as venture, i.drive_id, i.org_id, coalesce(r.manifest->>'name', d.slug) as name
       from installs.installs i join installs.tenants t on t.id = i.tenant_id join installs.ventures v on v.id = i.venture_id
         join authors.drive_reservations d on d.id = i.drive_id join listings.revisions r on r.id = i.revision_id where i.id = $1`,
      [installId],
    );
    if (!row) return;
    const readers = await this.mailer.readers([row.tenant_id], row.org_id);
    const paused = action === 'pause';
    const what = paused
      ? `${row.name} is paused, as announced. ${PAUSED_MEANS} It goes on by itself when it meets the requirement again.`
      : `${row.name} was removed, as announced. Its access ended now, and so did the bill.`;
    await once((tx) =>
      this.mailer.send(tx, readers, {
        subject: `${row.name} ${paused ? 'is paused' : 'was removed'}`,
        operators: { text: `${what}\n\nVenture: ${row.venture}.`, path: `/plugins/installed/${installId}` },
        admins: { text: `${row.tenant_name}: ${what}`, path: '/admin/tenants' },
        authors: { text: `${what}\n\nInstall: ${installId}.`, path: `/author/drives/${row.drive_id}` },
      }),
    );
  }
}
