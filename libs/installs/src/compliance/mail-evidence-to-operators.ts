import { Injectable } from '@nestjs/common';
import type { DueEvidencePayload } from '@portal/listings';
import { Database } from '@portal/platform/database';
import type { Once } from '@portal/platform/events';
import { ComplianceMailer } from './compliance-mailer.js';

/**
 * Notifies operators whose tenants rely on a claim, and admins, that its evidence ends. Listings notifies the author.
 */
@Injectable()
export class MailEvidenceToOperators {
  constructor(
    private readonly database: Database,
    private readonly mailer: ComplianceMailer,
  ) {}

  /** `once` runs its work in a transaction of its own, exactly once per event. That it has ended is a lapse of each install. */
  async execute(
    { drive_id: driveId, evidence_id: evidenceId, claim, due, valid_until: until }: DueEvidencePayload,
    once: Once,
  ): Promise<void> {
    if (due === 'expired') return;
    const rows = await this.database.query<{ tenant_id: string; name: string }>(
      `select distinct i.tenant_id, coalesce(r.manifest->>'name', d.slug) as name from installs.installs i
         join installs.tenant_compliance c on c.tenant_id = i.tenant_id join listings.revisions r on r.id = i.revision_id
         join authors.drive_reservations d on d.id = i.drive_id
         join listings.evidence e on e.id = $3 and e.ended_at is null
       where i.drive_id = $1 and i.state = 'active' and $2 in (select listings.compliance_claims(r.manifest))
         and (c.regulated or starts_with($2, 'residency:') and lower(trim(substr($2, 11))) = lower(trim(c.residency)))`,
      [driveId, claim, evidenceId],
    );
    if (rows.length === 0) return;
    const name = rows[0]!.name;
    const readers = await this.mailer.readers(
      rows.map((row) => row.tenant_id),
      null,
    );
    const text = `Evidence of "${claim}" is valid until ${until.slice(0, 10)} (UTC). Your organisation relies on this claim. The author has to upload newer evidence; when it ends, ${name} no longer meets the requirement.`;
    await once((tx) =>
      this.mailer.send(tx, readers, {
        subject: `${name}: the evidence of a compliance claim ends on ${until.slice(0, 10)}`,
        operators: { text, path: '/plugins/installed' },
        admins: {
          text: `${rows.length} ${rows.length === 1 ? 'tenant relies' : 'tenants rely'} on it. ${text}`,
          path: '/admin/tenants',
        },
      }),
    );
  }
}
