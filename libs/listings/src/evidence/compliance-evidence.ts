import { Injectable } from '@nestjs/common';
import type { CanonicalManifest } from '@portal/contract';
import { AppError } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Database } from '@portal/platform/database';
import { claimsOf, claimState, EXPIRING_DAYS, type ComplianceClaim } from './domain/compliance-claims.js';
import { SYNCED_STATES } from '../listing/domain/listing-state.js';
import { listingsErrors } from '../errors.js';
import { EvidenceRepository } from './evidence.repository.js';
import type { ClaimEvidenceView, DueEvidenceView, EvidenceView } from './evidence.view.js';

interface Row {
  id: string;
  claim: string;
  file_name: string;
  media_type: string;
  size_bytes: number;
  sha256: string;
  valid_until: Date;
  uploaded_by_name: string;
  uploaded_at: Date;
  ended_how: EvidenceView['ended_how'];
  ended_by_name: string | null;
  ended_at: Date | null;
}

interface DueRow extends Partial<Row> {
  drive_id: string;
  drive_name: string;
  author: string;
  about: string;
  since: Date;
  now: Date;
}

export interface EvidenceFile {
  media_type: string;
  file_name: string;
  content: Buffer;
}

const COLUMNS = `e.id, e.claim, e.file_name, e.media_type, e.size_bytes, e.sha256, e.valid_until, e.uploaded_by_name, e.uploaded_at,
  e.ended_how, e.ended_by_name, e.ended_at`;
const AT_MOST = 200;

/** Evidence of compliance claims for its author and reviewers only. */
@Injectable()
export class ComplianceEvidence {
  constructor(
    private readonly database: Database,
    private readonly evidence: EvidenceRepository,
  ) {}

  /** The claims of the Drive's live manifest and of the newest one submitted; then evidence of former claims. */
  async ofDrive(driveId: string): Promise<ClaimEvidenceView[]> {
    const manifests = await this.evidence.manifests(this.database, driveId);
    const claims = new Map(manifests.flatMap(claimsOf).map((claim) => [claim.id, claim]));
    return this.views(driveId, [...claims.values()], true);
  }

  /** The claims of one manifest of the Drive. */
  async ofManifest(driveId: string, manifest: CanonicalManifest): Promise<ClaimEvidenceView[]> {
    const claims = claimsOf(manifest);
    return claims.length === 0 ? [] : this.views(driveId, claims, false);
  }

  /** Claims of live Drives that lack evidence or soon will, the longest without it first, at most 200. */
  async due(): Promise<DueEvidenceView[]> {
    const rows = await this.database.query<DueRow & Record<string, unknown>>(
      `select l.drive_id, l.name as drive_name, o.name as author, c.claim as about, coalesce(e.valid_until, l.listed_at) as since,
         platform.portal_now() as now, ${COLUMNS}
       from listings.listings l join listings.revisions r on r.id = l.live_revision_id
       join authors.organizations o on o.id = l.org_id
       cross join lateral listings.compliance_claims(r.manifest) as c(claim)
       left join listings.evidence e on e.drive_id = l.drive_id and e.claim = c.claim and e.ended_at is null
       where l.state = any($1) and jsonb_typeof(r.manifest->'compliance') = 'object'
         and (e.id is null or e.valid_until <= platform.portal_now() + $2 * interval '1 day')
       order by since, l.drive_id, c.claim limit $3`,
      [SYNCED_STATES, EXPIRING_DAYS, AT_MOST],
    );
    return rows.map((row) => ({
      drive_id: row.drive_id,
      drive_name: row.drive_name,
      author: row.author,
      claim: row.about,
      state: claimState(row.valid_until ?? undefined, row.now),
      since: row.since.toISOString(),
      evidence: row.id ? view(row as Row) : null,
    }));
  }

  /** @throws AppError `evidence_not_found` (404): also a Drive of somebody else, unless a reviewer asks (`author` null) */
  async file(id: string, author: Actor | null, driveId?: string): Promise<EvidenceFile> {
    const [row] = await this.database.query<EvidenceFile & Record<string, unknown>>(
      `select e.media_type, e.file_name, e.content from listings.evidence e join listings.listings l using (drive_id)
       where e.id = $1 and ($2::uuid[] is null or l.org_id = any($2)) and ($3::uuid is null or e.drive_id = $3)`,
      [id, author && scopeIds(author, 'author'), driveId ?? null],
    );
    if (!row) throw new AppError(listingsErrors.evidence_not_found);
    return row;
  }

  private async views(
    driveId: string,
    claims: readonly ComplianceClaim[],
    others: boolean,
  ): Promise<ClaimEvidenceView[]> {
    const rows = await this.database.query<Row & Record<string, unknown> & { now: Date }>(
      `select ${COLUMNS}, platform.portal_now() as now from listings.evidence e where e.drive_id = $1 order by e.uploaded_at desc, e.id desc`,
      [driveId],
    );
    const known = new Set(claims.map(({ id }) => id));
    const left = others ? [...new Set(rows.map((row) => row.claim))].filter((claim) => !known.has(claim)) : [];
    return [...claims, ...left.map((id) => ({ id, text: id }))].map(({ id, text }) => {
      const own = rows.filter((row) => row.claim === id);
      const current = own.find((row) => row.ended_at === null);
      return {
        claim: id,
        text,
        claimed: known.has(id),
        state: claimState(current?.valid_until, current?.now ?? new Date(0)),
        evidence: current ? view(current) : null,
        earlier: own.filter((row) => row !== current).map(view),
      };
    });
  }
}

const view = (row: Row): EvidenceView => ({
  id: row.id,
  file_name: row.file_name,
  media_type: row.media_type,
  size_bytes: row.size_bytes,
  sha256: row.sha256,
  valid_until: row.valid_until.toISOString(),
  uploaded_by: row.uploaded_by_name,
  uploaded_at: row.uploaded_at.toISOString(),
  ended_how: row.ended_how,
  ended_by: row.ended_by_name,
  ended_at: row.ended_at?.toISOString() ?? null,
});
