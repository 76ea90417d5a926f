import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { ITEM_KINDS, type ItemKind } from '../domain/item-kinds.js';
import type { ExceptionsQuery } from '../http/reconciliation.dto.js';
import type { ExceptionDetailView, ExceptionView } from '../http/reconciliation.view.js';

type Row = RowOf<Omit<ExceptionView, 'sentence' | 'facts'>, 'occurred_at' | 'opened_at' | 'closed_at'> & {
  kind: ItemKind;
  facts: Record<string, string>;
};

const COLUMNS = `id, kind, currency, amount as amount_minor, suspense as suspense_minor, blocking, occurred_at, facts, state, owner_id, owner_name,
  opened_at, closed_at, close_reason, floor(extract(epoch from coalesce(closed_at, platform.portal_now()) - opened_at) / 86400)::int as age_days,
  coalesce((select jsonb_agg(distinct jsonb_build_object('org_id', x.org_id, 'author', g.name, 'currency', case when x.kind <> 'shared_bank' then x.currency end))
    from open x left join authors.organizations g on g.id = x.org_id where x.item_id = items.id), '[]') as leaves_out`;
const OPEN = 'with open as materialized (select * from reconciliation.open_items())';

/** Lists reconciliation items, oldest first. */
@Injectable()
export class Worklist {
  constructor(private readonly database: Database) {}

  /** @throws AppError `invalid_cursor` */
  async list(filter: ExceptionsQuery): Promise<Page<ExceptionView>> {
    const [after, afterId] = filter.cursor === undefined ? [null, null] : decodeCursor(filter.cursor, 2);
    const rows = await this.database.query<Row>(
      `${OPEN} select ${COLUMNS} from reconciliation.items
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
    return toPage(rows, filter.limit, ['opened_at', 'id'], viewOf);
  }

  async get(id: string): Promise<ExceptionDetailView | undefined> {
    const [row] = await this.database.query<Row>(`${OPEN} select ${COLUMNS} from reconciliation.items where id = $1`, [
      id,
    ]);
    if (!row) return undefined;
    const history = await this.database.query<RowOf<ExceptionDetailView['history'][number], 'at'>>(
      'select id, what, by_name, text, at from reconciliation.item_history where item_id = $1 order by at, id',
      [id],
    );
    return { ...viewOf(row), history: history.map(isoDates) };
  }
}

function viewOf(row: Row): ExceptionView {
  return {
    ...isoDates(row),
    sentence: ITEM_KINDS[row.kind].sentence,
    facts: Object.entries(row.facts).map(([name, value]) => ({ name, value })),
  };
}
