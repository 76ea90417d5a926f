import { Injectable } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, revisionOf, type RowOf } from '@portal/platform/database';
import { webhooksErrors } from '../errors.js';
import type { WebhookMessageView, WebhookView } from '../http/webhooks.view.js';
import { factsOf, type EndpointRow } from '../persistence/endpoints.repository.js';

type Row = RowOf<Omit<WebhookView, 'revision'>, 'created_at' | 'previous_secret_ends_at' | 'last_delivered_at'> & {
  event_types: EndpointRow['eventTypes'];
  state: EndpointRow['state'];
};

const WEBHOOK = `select e.id, e.url, e.description, e.event_types, e.state, e.disabled_reason, e.created_at,
    (select max(s.ends_at) from webhooks.secrets s where s.endpoint_id = e.id and s.ends_at > clock_timestamp()) as previous_secret_ends_at,
    m.waiting::int, m.failed::int, m.last_delivered_at
  from webhooks.endpoints e cross join lateral (
    select count(*) filter (where state = 'pending') as waiting, count(*) filter (where state = 'failed') as failed,
      max(ended_at) filter (where state = 'delivered') as last_delivered_at
    from webhooks.messages where endpoint_id = e.id) m
  where e.org_id is not distinct from $1::uuid and e.removed_at is null`;

/** Webhooks of an organisation, or of the host (null), and their messages. */
@Injectable()
export class WebhookQueries {
  constructor(private readonly database: Database) {}

  /** Oldest first; there are at most ten. */
  async list(orgId: string | null): Promise<WebhookView[]> {
    const rows = await this.database.query<Row>(`${WEBHOOK} order by e.created_at, e.id`, [orgId]);
    return rows.map(view);
  }

  /** @throws AppError `webhook_not_found` (404) */
  async one(orgId: string | null, id: string): Promise<WebhookView> {
    const [row] = await this.database.query<Row>(`${WEBHOOK} and e.id = $2`, [orgId, id]);
    if (!row) throw webhooksErrors.webhook_not_found();
    return view(row);
  }

  /**
   * Newest first.
   * @throws AppError `webhook_not_found` (404)
   */
  async messages(
    orgId: string | null,
    id: string,
    query: { limit: number; cursor?: string; state?: string },
  ): Promise<Page<WebhookMessageView>> {
    await this.one(orgId, id);
    const before = query.cursor === undefined ? null : decodeCursor(query.cursor, 1)[0];
    const rows = await this.database.query<
      RowOf<WebhookMessageView, 'next_attempt_at' | 'created_at'> & { seq: string }
    >(
      `select m.seq, m.id, m.type, m.state, m.body, m.created_at, case when m.state = 'pending' then m.next_attempt_at end as next_attempt_at,
         coalesce((select jsonb_agg(jsonb_build_object('n', a.n, 'at', a.at, 'status', a.status, 'problem', a.problem, 'took_ms', a.took_ms) order by a.n)
           from webhooks.attempts a where a.message_id = m.id), '[]') as attempts
       from webhooks.messages m where m.endpoint_id = $1 and ($2::text is null or m.state = $2) and ($3::bigint is null or m.seq < $3)
       order by m.seq desc limit $4`,
      [id, query.state ?? null, before, query.limit + 1],
    );
    return toPage(rows, query.limit, ['seq'], ({ seq: _seq, ...row }) => ({
      ...isoDates(row),
      attempts: row.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
    }));
  }
}

function view(row: Row): WebhookView {
  return { ...isoDates(row), revision: revisionOf(factsOf({ ...row, eventTypes: row.event_types })) };
}
