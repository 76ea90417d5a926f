import { Injectable } from '@nestjs/common';
import { conformanceCatalogue } from '@portal/conformance';
import { describePermission, diffManifests, type CanonicalManifest } from '@portal/contract';
import { AppError, decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, scopeIds, type Actor } from '@portal/platform';
import { pricedTier } from '../domain/listing-checks.js';
import type { Decision } from '../domain/submission-state.js';
import { listingsErrors } from '../errors.js';
import {
  changeView,
  permissionView,
  type CheckView,
  type FindingView,
  type SubmissionRowView,
  type SubmissionView,
} from '../http/listings.view.js';
import { card } from './card.js';
import { Prices } from './prices.js';

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
  base: CanonicalManifest | null;
  manifest_before: string | null;
  manifest_after: string | null;
  created_at: Date;
  decision: Decision | null;
  decision_reason: string | null;
  decided_at: Date | null;
  answer: string | null;
}

const titles = new Map(conformanceCatalogue().map(({ id, title }) => [id, title]));
const pretty = (canonical: string | null): string | null =>
  canonical === null ? null : JSON.stringify(JSON.parse(canonical), null, 2);

/** Submissions with the evidence: for the author whose they are, and for reviewers. */
@Injectable()
export class Submissions {
  constructor(
    private readonly database: Database,
    private readonly prices: Prices,
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

  /** What waits for a reviewer, longest first. */
  async queue(query: { cursor?: string; limit: number }): Promise<Page<SubmissionRowView>> {
    const [since, id] = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, 2);
    const rows = await this.database.query<Row & { waiting_since: Date; revision_name: string }>(
      `select s.id, s.drive_id, s.kind, s.state, s.waiting_since, o.name as author, r.version, r.digest, r.manifest->>'name' as revision_name
       from listings.submissions s
       join listings.revisions r on r.id = s.revision_id
       join authors.organizations o on o.id = s.org_id
       where s.state = 'in_review' and ($1::timestamptz is null or (s.waiting_since, s.id) > ($1, $2::uuid))
       order by s.waiting_since, s.id limit $3`,
      [since, id, query.limit + 1],
    );
    return toPage(
      rows,
      query.limit,
      (row) => [row.waiting_since.toISOString(), row.id],
      (row) => ({
        id: row.id,
        drive_id: row.drive_id,
        title: `${row.revision_name} ${row.version ?? ''}`.trim(),
        author: row.author,
        kind: row.kind,
        state: row.state,
        version: row.version,
        digest: row.digest,
        waiting_since: row.waiting_since.toISOString(),
      }),
    );
  }

  private async row(id: string, orgIds: readonly string[] | null): Promise<Row> {
    const [row] = await this.database.query<Row>(
      `select s.id, s.drive_id, s.org_id, l.slug, l.name, o.name as author, s.kind, s.state, s.manifest_url, s.created_at,
         r.version, r.digest, r.manifest, convert_from(r.canonical, 'UTF8') as manifest_after,
         b.manifest as base, convert_from(b.canonical, 'UTF8') as manifest_before,
         s.decision, s.decision_reason, s.decided_at, s.answer
       from listings.submissions s
       join listings.listings l on l.drive_id = s.drive_id
       join authors.organizations o on o.id = s.org_id
       left join listings.revisions r on r.id = s.revision_id
       left join listings.revisions b on b.id = s.base_revision_id
       where s.id = $1 and ($2::uuid[] is null or s.org_id = any($2))`,
      [id, orgIds],
    );
    if (!row) throw new AppError(listingsErrors.submission_not_found);
    return row;
  }

  private async checks(id: string): Promise<CheckView[]> {
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
      changes: manifest && base ? diffManifests(base, manifest).map(changeView) : [],
      permissions: (manifest?.permissionsRequested ?? []).map((name) => permissionView(describePermission(name))),
      listing: manifest
        ? card({
            drive_id: row.drive_id,
            slug: row.slug,
            author: row.author,
            version: row.version,
            manifest,
            amount_minor: price?.amountMinor.toString() ?? null,
            currency: price?.currency ?? null,
          })
        : null,
      manifest_before: pretty(row.manifest_before),
      manifest_after: pretty(row.manifest_after),
      decision: row.decision
        ? { decision: row.decision, reason: row.decision_reason ?? '', decided_at: row.decided_at!.toISOString() }
        : null,
      answer: row.answer,
    };
  }
}
