import { Injectable } from '@nestjs/common';
import type { Queryable } from './prices.js';

/** A listing whose author bills by itself, in the currency in which it pays the listing fee. */
export interface AuthorBilledListing {
  driveId: string;
  name: string;
  orgId: string;
  orgName: string;
  currency: string;
}

const SPANS = `select c.drive_id, c.model, c.currency, c.effective_from,
  lead(c.effective_from) over (partition by c.drive_id order by c.effective_from) as effective_to
  from listings.commercial_changes c where c.kind = 'billing_model'`;

@Injectable()
export class AuthorBilled {
  /** The first instant, `at` or later, at which the author bills for the Drive; undefined without any. */
  async from(q: Queryable, driveId: string, at: Date): Promise<Date | undefined> {
    const [row] = await q.query<{ from: Date }>(
      `with spans as (${SPANS} and c.drive_id = $1)
       select greatest(effective_from, $2) as "from" from spans
       where model = 'author_billing' and coalesce(effective_to, 'infinity') > $2 order by 1 limit 1`,
      [driveId, at],
    );
    return row?.from;
  }

  /**
   * Listings that were live and billed by their author at any instant of [from, to), in the order of their ids; of all
   * authors or of one.
   */
  async list(q: Queryable, from: Date, to: Date, orgId?: string): Promise<AuthorBilledListing[]> {
    return q.query<AuthorBilledListing>(
      `with spans as (${SPANS})
       select distinct on (l.drive_id) l.drive_id as "driveId", l.name, l.org_id as "orgId", o.name as "orgName", s.currency
       from spans s join listings.listings l on l.drive_id = s.drive_id join authors.organizations o on o.id = l.org_id
       where s.model = 'author_billing' and s.effective_from < $2 and coalesce(s.effective_to, 'infinity') > $1 and l.listed_at < $2
         and not exists (select 1 from listings.deprecations e where e.drive_id = l.drive_id and e.retired_at <= $1) and l.state <> 'removed' and ($3::uuid is null or l.org_id = $3)
       order by l.drive_id, s.effective_from desc`,
      [from, to, orgId ?? null],
    );
  }
}
