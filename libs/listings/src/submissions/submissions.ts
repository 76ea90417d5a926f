import { Injectable } from '@nestjs/common';
import { conformanceCatalogue } from '@portal/conformance';
import { describePermission, type CanonicalManifest } from '@portal/contract';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Database, type RowOf } from '@portal/platform/database';
import { pricedTier, type BillingModel } from '../pricing/domain/price-rule.js';
import { diffRevisions } from '../listing/domain/revision-diff.js';
import type { Decision } from './domain/submission-state.js';
import { listingsErrors } from '../errors.js';
import { addressesView } from '../listing/addresses.view.js';
import { changeView, permissionView } from '../listing/manifest.view.js';
import type { CardView } from '../catalogue/catalogue.view.js';
import type { CheckCountsView, CheckView } from '../conformance/conformance.view.js';
import type { SubmissionView } from './submissions.view.js';
import { card } from '../catalogue/card.js';
import { decided } from '../pricing/decided-terms-sql.js';
import { ListingAppeals } from '../appeals/listing-appeals.js';
import { Prices } from '../pricing/prices.js';
import { SubmissionWords } from './submission-words.js';

type Same = 'id' | 'drive_id' | 'slug' | 'author' | 'kind' | 'state' | 'manifest_url' | 'version' | 'digest' | 'answer';

interface Row extends RowOf<Pick<SubmissionView, Same | 'icon_problem' | 'created_at'>, 'created_at'> {
  org_id: string;
  name: string;
  manifest: CanonicalManifest | null;
  origin: string | null;
  base: CanonicalManifest | null;
  base_origin: string | null;
  manifest_before: string | null;
  manifest_after: string | null;
  decision: Decision | null;
  decision_reason: string | null;
  decided_at: Date | null;
  icon: string | null;
  icon_before: string | null;
  billing_model: BillingModel | null;
  host_plan: string | null;
  share_token: string | null;
  share_expires_at: Date | null;
}

export type Findings = Pick<SubmissionView, 'checks' | 'to_answer' | 'appeal' | 'may_appeal_until'>;

const titles = new Map(conformanceCatalogue().map(({ id, title }) => [id, title]));
const pretty = (canonical: string | null): string | null =>
  canonical === null ? null : JSON.stringify(JSON.parse(canonical), null, 2);

/** Submissions with the evidence, for their author and for reviewers. */
@Injectable()
export class Submissions {
  constructor(
    private readonly database: Database,
    private readonly prices: Prices,
    private readonly words: SubmissionWords,
    private readonly appeals: ListingAppeals,
  ) {}

  /** @throws AppError `submission_not_found` (404), also for a submission of others. */
  async forAuthor(actor: Actor, id: string): Promise<SubmissionView> {
    return this.view(await this.row(id, scopeIds(actor, 'author')));
  }

  async forReview(id: string): Promise<SubmissionView> {
    return this.view(await this.row(id, null));
  }

  private async row(id: string, orgIds: readonly string[] | null): Promise<Row> {
    const [row] = await this.database.query<Row>(
      `select s.id, s.drive_id, s.org_id, l.slug, l.name, o.name as author, s.kind, s.state, s.manifest_url, s.created_at,
         r.version, r.digest, r.manifest, r.origin, convert_from(r.canonical, 'UTF8') as manifest_after,
         b.manifest as base, b.origin as base_origin, convert_from(b.canonical, 'UTF8') as manifest_before,
         s.decision, s.decision_reason, s.decided_at, s.answer, i.digest as icon, i.problem as icon_problem, j.digest as icon_before,
         ${decided('billing_model', 's.drive_id', '(select platform.portal_now())')} as billing_model,
         ${decided('host_plan', 's.drive_id', '(select platform.portal_now())')} as host_plan,
         h.token as share_token, h.expires_at as share_expires_at
       from listings.submissions s
       join listings.listings l on l.drive_id = s.drive_id
       join authors.organizations o on o.id = s.org_id
       left join listings.revisions r on r.id = s.revision_id
       left join listings.revisions b on b.id = s.base_revision_id
       left join listings.revision_icons i on i.revision_id = s.revision_id
       left join listings.revision_icons j on j.revision_id = s.base_revision_id
       left join listings.report_links h on h.submission_id = s.id and h.expires_at > (select platform.portal_now())
         and $2::uuid[] is not null
       where s.id = $1 and ($2::uuid[] is null or s.org_id = any($2))`,
      [id, orgIds],
    );
    if (!row) throw listingsErrors.submission_not_found();
    return row;
  }

  /** Every check of a submission with its findings, in their order. Who cleared it, and why, is for reviewers. */
  async checks(id: string, forReviewers = false): Promise<CheckView[]> {
    const rows = await this.database.query<Omit<CheckView, 'title'>>(
      `select check_id as id, rule, check_group as "group", status as state, reason, findings,
         case when c.at is not null then jsonb_build_object('at', c.at, 'until', c.until, 'by', case when $2 then c.by end, 'note', case when $2 then c.note end) end as cleared
       from listings.submission_checks k left join listings.cleared_checks($1) c using (check_id) where submission_id = $1 order by ordinal`,
      [id, forReviewers],
    );
    // A number that the engine no longer knows keeps its name.
    return rows.map((row) => ({ ...row, title: titles.get(row.id) ?? row.rule }));
  }

  /** What its author answers or appeals. The caller has checked who may see it. */
  async findings(id: string): Promise<Findings> {
    const [checks, to_answer] = [await this.checks(id), await this.words.asked(id)];
    return { checks, to_answer, ...(await this.appeals.ofSubmission(id)) };
  }

  async counts(id: string): Promise<CheckCountsView> {
    const [row] = await this.database.query<CheckCountsView & object>('select * from listings.check_counts($1)', [id]);
    return row!;
  }

  private async view(row: Row): Promise<SubmissionView> {
    const { manifest, base } = row;
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
      check_counts: await this.counts(row.id),
      changes:
        manifest && base
          ? diffRevisions({ origin: row.base_origin!, manifest: base }, { origin: row.origin!, manifest }).map(
              changeView,
            )
          : [],
      permissions: (manifest?.permissionsRequested ?? []).map((name) => permissionView(describePermission(name))),
      listing: manifest && (await this.card(row, manifest, row.icon)),
      listing_before: base && (await this.card(row, base, row.icon_before)),
      addresses: manifest && addressesView(manifest),
      icon_problem: row.icon_problem,
      manifest_before: pretty(row.manifest_before),
      manifest_after: pretty(row.manifest_after),
      decision: row.decision
        ? { decision: row.decision, reason: row.decision_reason ?? '', decided_at: row.decided_at!.toISOString() }
        : null,
      answer: row.answer,
      notes: await this.words.notes(row.id),
      thread: await this.words.thread(row.id),
      ...(await this.findings(row.id)),
      shared:
        row.share_token === null || row.share_expires_at === null
          ? null
          : { path: `/reports/${row.share_token}`, expires_at: row.share_expires_at.toISOString() },
    };
  }

  /** The card of a manifest in the catalogue, current or future. */
  private async card(row: Row, manifest: CanonicalManifest, icon: string | null): Promise<CardView> {
    const tier = pricedTier(manifest);
    const price = tier ? await this.prices.current(this.database, tier) : undefined;
    const { drive_id, slug, author, billing_model, host_plan } = row;
    const { amountMinor, currency } = price ?? {};
    const paid = { amount_minor: amountMinor?.toString() ?? null, currency: currency ?? null };
    return card({ drive_id, slug, author, billing_model, host_plan, ...paid, icon }, manifest);
  }
}
