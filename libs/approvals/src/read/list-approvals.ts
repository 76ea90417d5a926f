import { Injectable } from '@nestjs/common';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { listExport } from '@portal/platform/http';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { ApprovalKinds, type ApprovalPreview } from '../approval-kind.js';
import {
  ApprovalsQuery,
  type ApprovalCountsView,
  type ApprovalDetailView,
  type ApprovalView,
} from '../approval.view.js';
import { approvalErrors } from '../errors.js';

type Row = RowOf<Omit<ApprovalView, 'kind_name'>, 'proposed_at' | 'expires_at' | 'decided_at'> & { sort: string };

/** Those of the roles $2, as the reader $1 sees them. */
const APPROVALS = `select x.*, case when x.state <> 'waiting' then 'closed'
    when x.proposed_by_id = $1::uuid then 'proposed_by_you'
    when $1::uuid = any (x.people) then 'about_you'
    when exists (select from unnest(x.organizations) org where not authors.is_stranger(org, $1::uuid)) then 'own_organization' end as blocked_by
  from (select a.id, a.kind, case when a.state = 'waiting' and a.expires_at <= (select platform.portal_now()) then 'expired' else a.state end as state,
      a.subject_id, a.title, a.amount::text as amount_minor, a.currency, a.reason, a.proposed_by_name as proposed_by, a.proposed_by as proposed_by_id,
      a.proposed_at, a.expires_at, a.decided_by_name as decided_by, a.decided_at, a.note, encode(a.digest, 'hex') as digest,
      a.people, a.organizations, a.roles, to_char(a.proposed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.USOF') as sort
    from approvals.approvals a where a.roles && $2::text[]) x`;

/** Who reads: the kinds of their roles are shown, and whether they may decide. */
type Reader = Pick<Actor, 'userId' | 'roles'>;

/** Approvals as the holder of a role sees them: those of the kinds that the role decides. */
@Injectable()
export class ListApprovals {
  constructor(
    private readonly database: Database,
    private readonly kinds: ApprovalKinds,
  ) {}

  /** What waits first, then the newest. */
  async list(actor: Reader, query: ApprovalsQuery): Promise<Page<ApprovalView>> {
    const after = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, 2);
    const rows = await this.database.query<Row>(
      `select q.* from (${APPROVALS}) q where ($3::text is null or q.state = $3) and ($4::text is null or q.kind = $4)
         and ($5::text is null or q.subject_id = $5 or starts_with(q.subject_id, $5 || '#')) and ($6::uuid is null or $6 = any (q.organizations))
         and ($7::timestamptz is null or (q.proposed_at, q.id) < ($7::timestamptz, $8::uuid))
       order by q.proposed_at desc, q.id desc limit $9`,
      [
        ...this.asked(actor),
        query.state ?? null,
        query.kind ?? null,
        query.subject_id ?? null,
        query.organization_id ?? null,
        ...after,
        query.limit + 1,
      ],
    );
    return toPage(rows, query.limit, ['sort', 'id'], (row) => this.view(row));
  }

  async counts(actor: Reader): Promise<ApprovalCountsView> {
    const [row] = await this.database.query<Omit<ApprovalCountsView, 'kinds'>>(
      `select count(*) filter (where q.blocked_by is null)::int as yours, count(*) filter (where q.blocked_by is not null)::int as others
       from (${APPROVALS}) q where q.state = 'waiting'`,
      this.asked(actor),
    );
    return { ...row!, kinds: this.kinds.decidedBy(actor.roles.map(({ role }) => role)) };
  }

  /** @throws AppError `approval_not_found` (404), also for one that none of the reader's roles decides */
  async get(actor: Reader, id: string): Promise<ApprovalDetailView> {
    const [row] = await this.database.query<Row & { payload: object }>(
      `select q.*, a.payload from (${APPROVALS}) q join approvals.approvals a on a.id = q.id where q.id = $3`,
      [...this.asked(actor), id],
    );
    if (!row) throw new AppError(approvalErrors.approval_not_found);
    const { payload } = row;
    const preview = row.state === 'waiting' ? await this.preview(row.kind, payload) : undefined;
    const balances = (preview?.balances ?? []).map(({ account, currency, before, after }) => ({
      account,
      currency,
      before_minor: before.toString(),
      after_minor: after.toString(),
    }));
    const [effects, warnings] = [[...(preview?.effects ?? [])], [...(preview?.warnings ?? [])]];
    return { ...this.view(row), payload, effects, balances, warnings };
  }

  /** A reason why it would fail now is shown, and hides neither the approval nor the way to refuse it. */
  private async preview(kind: string, payload: object): Promise<ApprovalPreview | undefined> {
    try {
      return await this.kinds.get(kind).preview?.(payload);
    } catch (error) {
      if (error instanceof AppError) return { effects: [], warnings: [error.message] };
      throw error;
    }
  }

  private asked({ userId, roles }: Reader): unknown[] {
    return [userId, roles.map(({ role }) => role)];
  }

  private view(row: Row): ApprovalView {
    const { id, kind, state, subject_id, title, amount_minor, currency, reason, ...rest } = isoDates(row);
    const { proposed_by, proposed_by_id, proposed_at, expires_at, decided_by, decided_at, note, digest } = rest;
    return {
      id,
      kind,
      kind_name: this.kinds.find(kind)?.name ?? kind,
      state,
      subject_id,
      title,
      amount_minor,
      currency,
      reason,
      proposed_by,
      proposed_by_id,
      proposed_at,
      expires_at,
      decided_by,
      decided_at,
      note,
      digest,
      blocked_by: rest.blocked_by,
    };
  }
}

const COLUMNS = [
  ...(['id', 'kind', 'state', 'subject_id', 'title', 'amount_minor', 'currency', 'reason'] as const),
  ...(['proposed_by', 'proposed_at', 'expires_at', 'decided_by', 'decided_at', 'note', 'digest'] as const),
] satisfies (keyof ApprovalView)[];

/** Export of what finance decides. */
export const APPROVALS_EXPORT = listExport({
  kind: 'approvals',
  query: ApprovalsQuery,
  columns: COLUMNS,
  from: ListApprovals,
  page: (read, query) => read.list({ userId: null, roles: [{ role: 'finance', scopeId: null }] }, query),
});
