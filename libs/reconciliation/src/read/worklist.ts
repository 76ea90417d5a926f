import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { ITEM_KINDS, type ItemKind } from '../domain/item-kinds.js';
import type { ExceptionDetailView, ExceptionView } from '../http/reconciliation.view.js';

interface WorklistFilter {
  state?: 'open' | 'explained' | 'closed' | 'not_closed';
  kind?: ItemKind;
  /** A person's id, or `nobody`. */
  owner?: string;
  blocking?: boolean;
  limit: number;
  cursor?: string;
}

interface Row {
  id: string;
  kind: ItemKind;
  currency: string;
  amount: string;
  suspense: string;
  blocking: boolean;
  occurred_at: Date;
  detail: string;
  facts: Record<string, string>;
  state: string;
  owner_id: string | null;
  owner_name: string | null;
  write_off_account: string | null;
  write_off_owner: string | null;
  write_off_by: string | null;
  write_off_by_name: string | null;
  approved_by_name: string | null;
  opened_at: Date;
  closed_at: Date | null;
  close_reason: string | null;
  age_seconds: number;
}

interface HistoryRow {
  id: string;
  what: string;
  by_name: string;
  text: string | null;
  at: Date;
}

const COLUMNS = `id, kind, currency, amount, suspense, blocking, occurred_at, detail, facts, state, owner_id, owner_name,
  write_off_account, write_off_owner, write_off_by, write_off_by_name, approved_by_name, opened_at, closed_at, close_reason,
  extract(epoch from coalesce(closed_at, platform.portal_now()) - opened_at)::float8 as age_seconds`;

/** Lists reconciliation items, oldest first. */
@Injectable()
export class Worklist {
  constructor(private readonly database: Database) {}

  /** @throws AppError `invalid_cursor` */
  async list(filter: WorklistFilter): Promise<Page<ExceptionView>> {
    const [after, afterId] = filter.cursor === undefined ? [null, null] : decodeCursor(filter.cursor, 2);
    const rows = await this.database.query<Row>(
      `select ${COLUMNS} from reconciliation.items
        where ($1::text is null or state = $1 or ($1 = 'not_closed' and state <> 'closed'))
          and ($2::text is null or kind = $2)
          and ($3::text is null or ($3 = 'nobody' and owner_id is null) or owner_id::text = $3)
          and ($4::boolean is null or blocking = $4)
          and ($5::timestamptz is null or (opened_at, id) > ($5::timestamptz, $6::uuid))
        order by opened_at, id limit $7`,
      [
        filter.state ?? null,
        filter.kind ?? null,
        filter.owner ?? null,
        filter.blocking ?? null,
        after,
        afterId,
        filter.limit + 1,
      ],
    );
    return toPage(rows, filter.limit, (row) => [row.opened_at.toISOString(), row.id], viewOf);
  }

  async get(id: string): Promise<ExceptionDetailView | undefined> {
    const [row] = await this.database.query<Row>(`select ${COLUMNS} from reconciliation.items where id = $1`, [id]);
    if (!row) return undefined;
    const history = await this.database.query<HistoryRow>(
      'select id, what, by_name, text, at from reconciliation.item_history where item_id = $1 order by at, id',
      [id],
    );
    return {
      ...viewOf(row),
      history: history.map((one) => ({ ...one, at: one.at.toISOString() })),
    };
  }
}

function viewOf(row: Row): ExceptionView {
  return {
    id: row.id,
    kind: row.kind,
    sentence: ITEM_KINDS[row.kind].sentence,
    currency: row.currency,
    amount_minor: row.amount,
    suspense_minor: row.suspense,
    blocking: row.blocking,
    occurred_at: row.occurred_at.toISOString(),
    facts: Object.entries(row.facts).map(([name, value]) => ({ name, value })),
    state: row.state,
    owner_id: row.owner_id,
    owner_name: row.owner_name,
    write_off:
      row.write_off_account === null || row.write_off_by === null
        ? null
        : {
            account: row.write_off_account,
            org_id: row.write_off_owner,
            asked_by: row.write_off_by,
            asked_by_name: row.write_off_by_name ?? '',
            approved_by_name: row.approved_by_name,
          },
    opened_at: row.opened_at.toISOString(),
    age_days: Math.floor(row.age_seconds / 86_400),
    closed_at: row.closed_at?.toISOString() ?? null,
    close_reason: row.close_reason,
  };
}
