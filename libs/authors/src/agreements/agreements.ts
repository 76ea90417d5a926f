import { Injectable } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import type { AgreementVersionView } from '../applications/authors.view.js';

interface Row {
  version: string;
  digest: string;
  summary: string[];
  text: string;
  effective_at: Date;
  sign_until: Date | null;
  in_force: boolean;
  signed: number;
  unsigned: number;
}

/** All versions of the developer agreement, newest first, with the number of active authors who signed each. */
@Injectable()
export class Agreements {
  constructor(private readonly database: Database) {}

  async all(): Promise<Page<AgreementVersionView>> {
    const rows = await this.database.query<Row>(
      `select v.version, v.digest, v.summary, v.text, v.effective_at, v.sign_until,
         v.ordinal = (select max(ordinal) from authors.agreement_versions where effective_at <= platform.portal_now()) as in_force,
         count(s.id)::int as signed, (count(a.org_id) - count(s.id))::int as unsigned
       from authors.agreement_versions v
       left join authors.developer_accounts a on a.state in ('active', 'suspended')
       left join authors.agreement_signatures s on s.version = v.version and s.org_id = a.org_id
       group by v.version order by v.ordinal desc limit 100`,
    );
    return {
      items: rows.map((row) => ({
        ...row,
        effective_at: row.effective_at.toISOString(),
        sign_until: row.sign_until?.toISOString() ?? null,
      })),
      next_cursor: null,
    };
  }
}
