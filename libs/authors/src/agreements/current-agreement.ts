import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Database } from '@portal/platform/database';
import type { AgreementView } from '../applications/authors.view.js';
import { organizationOf } from '../organizations/authorized-organization.js';
import { SIGNATURE, signatureView, type SignatureRow } from './signature-sql.js';

interface Row extends SignatureRow {
  version: string;
  effective_at: Date;
  digest: string;
  summary: string[];
  text: string;
}

/** The agreement in force and the signature of the caller's organisation on it. */
@Injectable()
export class CurrentAgreement {
  constructor(private readonly database: Database) {}

  async execute(actor: Actor): Promise<AgreementView> {
    const [row] = await this.database.query<Row & Record<string, unknown>>(
      `select v.version, v.effective_at, v.digest, v.summary, v.text, ${SIGNATURE}
       from authors.agreement_versions v left join authors.agreement_signatures s on s.version = v.version and s.org_id = $1
       where v.effective_at <= platform.portal_now() order by v.ordinal desc limit 1`,
      [organizationOf(actor) ?? null],
    );
    if (!row) throw new Error('no agreement is in force');
    return {
      version: row.version,
      effective_at: row.effective_at.toISOString(),
      digest: row.digest,
      summary: row.summary,
      text: row.text,
      signed: signatureView(row),
    };
  }
}
