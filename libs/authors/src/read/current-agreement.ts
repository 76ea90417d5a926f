import { Injectable } from '@nestjs/common';
import { Database, type Actor } from '@portal/platform';
import type { AgreementView } from '../http/authors.view.js';
import { organizationOf } from '../own-organization.js';

interface Row {
  version: string;
  effective_at: Date;
  digest: string;
  summary: string[];
  text: string;
  signed_at: Date | null;
  signed_name: string;
  signed_version: string;
  signed_digest: string;
}

/** The agreement in force and the signature of the caller's organisation on it. */
@Injectable()
export class CurrentAgreement {
  constructor(private readonly database: Database) {}

  async execute(actor: Actor): Promise<AgreementView> {
    const [row] = await this.database.query<Row>(
      `select v.version, v.effective_at, v.digest, v.summary, v.text, s.signed_at, s.signed_name, s.version as signed_version, s.digest as signed_digest
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
      signed:
        row.signed_at === null
          ? null
          : {
              signed_at: row.signed_at.toISOString(),
              signed_name: row.signed_name,
              version: row.signed_version,
              digest: row.signed_digest,
            },
    };
  }
}
