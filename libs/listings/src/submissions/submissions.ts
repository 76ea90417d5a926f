import { Injectable } from '@nestjs/common';
import { conformanceCatalogue } from '@portal/conformance';
import { describePermission, type CanonicalManifest } from '@portal/contract';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { Database } from '@portal/platform/database';
import { pricedTier } from '../pricing/domain/priced-tier.js';
import { diffRevisions } from '../listing/domain/revision-diff.js';
import type { BillingModel } from '../pricing/domain/price-rule.js';
import { risksOf } from '../review/domain/review-risk.js';
import type { Decision } from './domain/submission-state.js';
import { listingsErrors } from '../errors.js';
import { addressesView } from '../listing/addresses.view.js';
import {
  changeView,
  permissionView,
  type CheckView,
  type FindingView,
  type SubmissionRowView,
  type SubmissionView,
} from '../listing/listings.view.js';
import type { ReviewQueueQuery } from '../review/http/review.dto.js';
import { card } from '../catalogue/card.js';
import { decided } from '../pricing/decided-terms-sql.js';
import { ListingAppeals } from '../appeals/listing-appeals.js';
import { Prices } from '../pricing/prices.js';
import { SubmissionWords } from './submission-words.js';

interface Row {
  id: string;
  drive_id: string;
  org_id: string;
  slug: string;
  name: string;
  author: string;
  kind: string;
  state: string;
  manifest_url: string;
  version: string | null;
  digest: string | null;
  manifest: CanonicalManifest | null;
  origin: string | null;
  base: CanonicalManifest | null;
  base_origin: string | null;
  manifest_before: string | null;
  manifest_after: string | null;
  created_at: Date;
  decision: Decision | null;
  decision_reason: string | null;
  decided_at: Date | null;
  answer: string | null;
  icon: string | null;
  icon_problem: string | null;
  billing_model: BillingModel | null;
  host_plan: string | null;
  share_token: string | null;
  share_expires_at: Date | null;
}

interface QueueRow {
  id: string;
  drive_id: string;
  kind: string;
  state: string;
  round: number;
  author: string;
  version: string | null;
  digest: string | null;
  revision_name: string;
  manifest: CanonicalManifest;
  origin: string;
  base: CanonicalManifest | null;
  base_origin: string | null;
  first_drive: boolean;
  passed: number;
  failed: number;
  waived: number;
  all_checks: number;
  slow: boolean;
  since: Date;
  holder_name: string | null;
  held_since: Date | null;
  holder_id: string | null;
  now: Date;
}

const STATE_OF = { reviewer: 'in_review', author: 'changes_requested' } as const;
const titles = new Map(conformanceCatalogue().map(({ id, title }) => [id, title]));
const pretty = (canonical: string | null): string | null =>
  canonical === null ? null : JSON.stringify(JSON.parse(canonical), null, 2);

/** Submissions with the evidence: for the author whose they are, and for reviewers. */
@Injectable()
export class Submissions {
  constructor(
    private readonly database: Database,
    private readonly prices: Prices,
    private readonly words: SubmissionWords,
    private readonly appeals: ListingAppeals,
    private readonly config: Config,
  ) {}

  /** @throws AppError `submission_not_found` (404), also for a submission of somebody else. */
  async forAuthor(actor: Actor, id: string): Promise<SubmissionView> {
    return this.view(await this.row(id, scopeIds(actor, 'author')));
  }

  async forReview(id: string): Promise<SubmissionView> {
    return this.view(await this.row(id, null));
  }

  /** `author` null: a reviewer sees all. @throws AppError `submission_not_found` (404) */
  async assertVisible(id: string, author: Actor | null): Promise<void> {
    const rows = await this.database.query(
      'select 1 from listings.submissions where id = $1 and ($2::uuid[] is null or org_id = any($2))',
      [id, author && scopeIds(author, 'author')],
    );
    if (rows.length === 0) throw new AppError(listingsErrors.submission_not_found);
  }

  /** Open cases by who must act, longest wait first; without filters what waits for a reviewer. */
  async queue(actor: Actor, query: ReviewQueueQuery): Promise<Page<SubmissionRowView>> {
    const [since, id] = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, 2);
    const states = query.party === 'all' ? ['in_review', 'changes_requested'] : [STATE_OF[query.party ?? 'reviewer']];
    const rows = await this.database.query<QueueRow>(
      `select page.*, m.manifest, m.origin, b.manifest as base, b.origin as base_origin, c.*,
         not exists (select from listings.publications p join listings.listings l using (drive_id) where l.org_id = page.org_id) as first_drive
       from (select * from (
         select s.id, s.drive_id, s.org_id, s.revision_id, s.base_revision_id, s.kind, s.state, s.round, o.name as author, r.version, r.digest, r.manifest->>'name' as revision_name,
           case s.state when 'in_review' then s.waiting_since else s.decided_at end as since, h.holder_name, h.held_since, h.holder_id,
           platform.portal_now() as now
         from listings.submissions s
         join listings.revisions r on r.id = s.revision_id
         join authors.organizations o on o.id = s.org_id
         left join listings.review_claims h on h.submission_id = s.id and h.held_until > platform.portal_now() and s.state = 'in_review'
         where s.state = any($4)) q
       where ($1::timestamptz is null or (q.since, q.id) > ($1, $2::uuid)) and ($5::text is null or q.kind = $5)
         and case $6 when 'mine' then q.holder_id = $7 when 'others' then q.holder_id <> $7 when 'free' then q.holder_id is null else true end
         and ($8::int is null or (q.state = 'in_review' and q.since < q.now - $8 * interval '1 hour'))
       order by q.since, q.id limit $3) page
       join listings.revisions m on m.id = page.revision_id
       left join listings.revisions b on b.id = page.base_revision_id
       cross join lateral (
         select count(*) filter (where k.status = 'pass')::int as passed,
           count(*) filter (where k.status in ('warn', 'fail') and e.check_id is null)::int as failed,
           count(*) filter (where k.status in ('warn', 'fail') and e.check_id is not null)::int as waived,
           count(*)::int as all_checks,
           coalesce(bool_or(k.status in ('warn', 'fail') and k.rule = 'slow_answer'), false) as slow
         from listings.submission_checks k
         left join listings.exceptions_in_force(page.drive_id) e on e.check_id = k.check_id
         where k.submission_id = page.id) c
       order by page.since, page.id`,
      [
        since,
        id,
        query.limit + 1,
        states,
        query.kind ?? null,
        query.claimed ?? 'any',
        actor.userId,
        query.due === 'overdue' ? this.config.review.dueHours : null,
      ],
    );
    return toPage(
      rows,
      query.limit,
      (row) => [row.since.toISOString(), row.id],
      (row) => this.queueRow(row, actor),
    );
  }

  private queueRow(row: QueueRow, actor: Actor): SubmissionRowView {
    const theirs = row.state === 'changes_requested';
    const due = theirs ? null : new Date(row.since.getTime() + this.config.review.dueHours * 3_600_000);
    return {
      id: row.id,
      drive_id: row.drive_id,
      title: `${row.revision_name} ${row.version ?? ''}`.trim(),
      author: row.author,
      kind: row.kind,
      state: row.state,
      version: row.version,
      digest: row.digest,
      party: theirs ? 'author' : 'reviewer',
      waiting_since: row.since.toISOString(),
      due_at: due?.toISOString() ?? null,
      overdue: due !== null && due < row.now,
      risks: risksOf({
        origin: row.origin,
        manifest: row.manifest,
        base: row.base && { origin: row.base_origin!, manifest: row.base },
        firstDrive: row.first_drive,
        slow: row.slow,
      }),
      checks: {
        passed: row.passed,
        failed: row.failed,
        waived: row.waived,
        open: row.all_checks - row.passed - row.failed - row.waived,
      },
      round: row.round,
      holder: row.holder_name,
      claimed_at: row.held_since?.toISOString() ?? null,
      yours: row.holder_id !== null && row.holder_id === actor.userId,
    };
  }

  private async row(id: string, orgIds: readonly string[] | null): Promise<Row> {
    const [row] = await this.database.query<Row>(
      `select s.id, s.drive_id, s.org_id, l.slug, l.name, o.name as author, s.kind, s.state, s.manifest_url, s.created_at,
         r.version, r.digest, r.manifest, r.origin, convert_from(r.canonical, 'UTF8') as manifest_after,
         b.manifest as base, b.origin as base_origin, convert_from(b.canonical, 'UTF8') as manifest_before,
         s.decision, s.decision_reason, s.decided_at, s.answer, i.digest as icon, i.problem as icon_problem,
         ${decided('billing_model', 's.drive_id', 'platform.portal_now()')} as billing_model,
         ${decided('host_plan', 's.drive_id', 'platform.portal_now()')} as host_plan,
         h.token as share_token, h.expires_at as share_expires_at
       from listings.submissions s
       join listings.listings l on l.drive_id = s.drive_id
       join authors.organizations o on o.id = s.org_id
       left join listings.revisions r on r.id = s.revision_id
       left join listings.revisions b on b.id = s.base_revision_id
       left join listings.revision_icons i on i.revision_id = s.revision_id
       left join listings.report_links h on h.submission_id = s.id and h.expires_at > platform.portal_now()
         and $2::uuid[] is not null
       where s.id = $1 and ($2::uuid[] is null or s.org_id = any($2))`,
      [id, orgIds],
    );
    if (!row) throw new AppError(listingsErrors.submission_not_found);
    return row;
  }

  /** Every check of a submission with its findings, in their order. */
  async checks(id: string): Promise<CheckView[]> {
    const rows = await this.database.query<{
      check_id: string;
      rule: string;
      check_group: string;
      status: string;
      findings: FindingView[];
    }>(
      'select check_id, rule, check_group, status, findings from listings.submission_checks where submission_id = $1 order by ordinal',
      [id],
    );
    return rows.map((row) => ({
      id: row.check_id,
      // A number that the engine no longer knows keeps its name.
      title: titles.get(row.check_id) ?? row.rule,
      rule: row.rule,
      group: row.check_group,
      state: row.status,
      findings: row.findings,
    }));
  }

  private async view(row: Row): Promise<SubmissionView> {
    const { manifest, base } = row;
    const tier = manifest ? pricedTier(manifest) : undefined;
    const price = tier ? await this.prices.current(this.database, tier) : undefined;
    return {
      id: row.id,
      drive_id: row.drive_id,
      drive_name: manifest?.name ?? row.name,
      slug: row.slug,
      author: row.author,
      kind: row.kind,
      manifest_url: row.manifest_url,
      state: row.state,
      version: row.version,
      digest: row.digest,
      created_at: row.created_at.toISOString(),
      checks: await this.checks(row.id),
      changes:
        manifest && base
          ? diffRevisions({ origin: row.base_origin!, manifest: base }, { origin: row.origin!, manifest }).map(
              changeView,
            )
          : [],
      permissions: (manifest?.permissionsRequested ?? []).map((name) => permissionView(describePermission(name))),
      listing: manifest && {
        ...card({
          drive_id: row.drive_id,
          slug: row.slug,
          author: row.author,
          version: row.version,
          manifest,
          amount_minor: price?.amountMinor.toString() ?? null,
          currency: price?.currency ?? null,
          billing_model: row.billing_model ?? 'platform',
          host_plan: row.host_plan,
        }),
        icon_url: row.icon && `/api/public/icons/${row.icon}`,
      },
      addresses: manifest && addressesView(manifest),
      icon_problem: row.icon_problem,
      manifest_before: pretty(row.manifest_before),
      manifest_after: pretty(row.manifest_after),
      decision: row.decision
        ? { decision: row.decision, reason: row.decision_reason ?? '', decided_at: row.decided_at!.toISOString() }
        : null,
      answer: row.answer,
      notes: await this.words.notes(row.id),
      to_answer: await this.words.asked(row.id),
      thread: await this.words.thread(row.id),
      ...(await this.appeals.ofSubmission(row.id)),
      shared:
        row.share_token === null || row.share_expires_at === null
          ? null
          : { path: `/reports/${row.share_token}`, expires_at: row.share_expires_at.toISOString() },
    };
  }
}
