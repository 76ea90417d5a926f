import { Injectable } from '@nestjs/common';
import { formatMinor } from '@portal/kernel';
import { stepLabel, type LifeEvent, type TimelineReader } from '@portal/payouts';
import { bypassRowSecurityFor, Database } from '@portal/platform/database';
import type { StatementDocument } from '@portal/statement-proof';
import type { LaterFact } from '../domain/compose-statement.js';
import type { LaterEventView } from '../http/statements.view.js';
import type { StatementKey } from './statement-source.js';

/** What an earlier statement could not say yet; that a payout was refused or given up is the outcome on its own one. */
const TOLD_LATER: readonly LifeEvent['kind'][] = ['bank_refused', 'bank_returned', 'reversed', 'returned', 'replaced'];

/** What happened to payouts of sealed statements of `keys`, and none of them has told yet, by `author currency`. */
export async function untold(database: Database, keys: readonly StatementKey[]): Promise<Map<string, LaterFact[]>> {
  const rows = await database.query<
    Omit<LaterFact, 'title' | 'at'> & {
      kind: LifeEvent['kind'];
      key: string;
      at: Date;
      amount: string;
      currency: string;
      exponent: number;
      month: string;
      transfer: string | null;
    }
  >(
    // Only payouts of which anything of the kind may be known: a life is read by itself.
    `with back as (select unnest(related) as transfer from reconciliation.provider_balance_tx where type in ('transfer_refund', 'transfer_cancel', 'transfer_failure')),
       own as (select s.*, s.facts ->> 'transfer_id' as transfer from statements.statements s
         where s.org_id = any($1::uuid[]) and s.payout_id is not null and (s.facts ->> 'transfer_id' in (select transfer from back)
           or exists (select from payouts.payouts p where p.id = s.payout_id and p.failure is not null)
           or exists (select from payouts.bank_legs b where b.payout_id = s.payout_id and (b.history @> '[{"state": "failed"}]' or b.history @> '[{"state": "returned"}]'))))
     select s.org_id || ' ' || s.currency as key, l.kind, l.ref, l.at, l.amount, s.currency, (s.facts ->> 'exponent')::int as exponent, s.month, s.transfer
     from own s cross join lateral payouts.life_of(s.payout_id) l
     where l.kind = any($2) and not exists (select from statements.statements x where x.org_id = s.org_id and x.currency = s.currency
       and x.facts -> 'later' @> jsonb_build_array(jsonb_build_object('kind', l.kind, 'ref', l.ref)))
     order by l.at, l.ref`,
    [[...new Set(keys.map(({ orgId }) => orgId))], TOLD_LATER],
  );
  const events = new Map<string, LaterFact[]>();
  for (const { key, kind, ref, at, amount, currency, exponent, month, transfer } of rows) {
    const payout = transfer === null ? `payout of ${month}` : `transfer ${transfer} of ${month}`;
    const title = `${stepLabel(kind, 'author')}: ${formatMinor(BigInt(amount), currency, exponent)}, ${payout}`;
    events.set(key, [...(events.get(key) ?? []), { kind, ref, at: at.toISOString(), title }]);
  }
  return events;
}

type Row = Omit<LaterEventView, 'label' | 'at'> & { at: Date; own: boolean };

/**
 * What a page tells beside its statement: what happened to payouts after their statements were sealed, at both of its places
 * (there, and in the next statement), and the corrective that was issued with it.
 */
@Injectable()
export class LaterEvents {
  constructor(private readonly database: Database) {}

  /** `later`: of its own payout; `earlier`: of the payouts of earlier statements, up to its seal. */
  async of({ statement: s, proof }: StatementDocument, reader: TimelineReader) {
    const rows = await bypassRowSecurityFor(s.author_id, () =>
      this.database.query<{ corrective: string | null } & (Row | { at: null })>(
        `select c.number as corrective, e.* from (select) here
         left join statements.self_billing_invoices c on c.statement_id = $1 and c.kind = 'corrective'
         left join lateral (select l.kind, l.at, l.ref, l.amount::text as amount_minor, s.id = $1 as own,
           case when s.id = $1 then n.id else s.id end as statement_id, case when s.id = $1 then n.month else s.month end as month
         from statements.statements s join statements.months m on m.seq = s.seal
         cross join lateral payouts.life_of(s.payout_id) l
         left join lateral (select x.id, x.month from statements.statements x join statements.months xm on xm.seq = x.seal
           where x.org_id = s.org_id and x.currency = s.currency and xm.seq > m.seq and xm.sealed_at >= l.at order by xm.seq limit 1) n on true
         where s.org_id = $2 and s.currency = $3 and (l.at > m.sealed_at or l.kind = any($5)) and (s.id = $1 or n.id = $1 or (n.id is null and not $4))) e on true
         order by e.at`,
        [s.id, s.author_id, s.currency, proof !== null, TOLD_LATER],
      ),
    );
    const shown = (own: boolean): LaterEventView[] =>
      rows
        .filter((row) => row.at !== null)
        .filter((row) => row.own === own)
        .map(({ own: _, corrective: __, at, ...row }) => ({
          ...row,
          at: at.toISOString(),
          label: stepLabel(row.kind, reader),
        }));
    return { later: shown(true), earlier: shown(false), corrective_number: rows[0]!.corrective };
  }
}
