import { Injectable } from '@nestjs/common';
import { stepLabel, type TimelineReader } from '@portal/payouts';
import { bypassRowSecurityFor, Database } from '@portal/platform/database';
import type { StatementDocument } from '@portal/statement-proof';
import type { LaterEventView } from '../http/statements.view.js';

type Row = Omit<LaterEventView, 'label' | 'at'> & { at: Date; own: boolean };

/** What happened to payouts after their statements were sealed, at both of its places: there, and in the next statement. */
@Injectable()
export class LaterEvents {
  constructor(private readonly database: Database) {}

  /** `later`: of its own payout; `earlier`: of the payouts of earlier statements, up to its seal. */
  async of({ statement: s, proof }: StatementDocument, reader: TimelineReader) {
    const rows = await bypassRowSecurityFor(s.author_id, () =>
      this.database.query<Row>(
        `select l.kind, l.at, l.ref, l.amount::text as amount_minor, s.id = $1 as own,
           case when s.id = $1 then n.id else s.id end as statement_id, case when s.id = $1 then n.month else s.month end as month
         from statements.statements s join statements.months m on m.seq = s.seal
         cross join lateral payouts.life_of(s.payout_id) l
         left join lateral (select x.id, x.month from statements.statements x join statements.months xm on xm.seq = x.seal
           where x.org_id = s.org_id and x.currency = s.currency and xm.seq > m.seq and xm.sealed_at >= l.at order by xm.seq limit 1) n on true
         where s.org_id = $2 and s.currency = $3 and l.at > m.sealed_at and (s.id = $1 or n.id = $1 or (n.id is null and not $4))
         order by l.at`,
        [s.id, s.author_id, s.currency, proof !== null],
      ),
    );
    const shown = (own: boolean): LaterEventView[] =>
      rows
        .filter((row) => row.own === own)
        .map(({ own: _, at, ...row }) => ({ ...row, at: at.toISOString(), label: stepLabel(row.kind, reader) }));
    return { later: shown(true), earlier: shown(false) };
  }
}
