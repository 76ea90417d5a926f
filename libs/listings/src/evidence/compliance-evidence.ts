import { Injectable } from '@nestjs/common';
import type { CanonicalManifest } from '@portal/contract';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { claimsOf, claimState, EXPIRING_DAYS, type ComplianceClaim } from './domain/compliance-claims.js';
import { SYNCED_STATES } from '../listing/domain/drive-capabilities.js';
import { listingsErrors } from '../errors.js';
import { EvidenceRepository } from './evidence.repository.js';
import type { ClaimEvidenceView, DueEvidenceView, EvidenceView } from './evidence.view.js';

type Row = RowOf<EvidenceView, 'valid_until' | 'uploaded_at' | 'ended_at'>;
type OfClaim = Row & { about: string; now: Date };
type DueRow = RowOf<Omit<DueEvidenceView, 'claim' | 'state' | 'evidence'>, 'since'> &
  Partial<Row> &
  Pick<OfClaim, 'about' | 'now'>;

export interface EvidenceFile {
  media_type: string;
  file_name: string;
  content: Buffer;
}

const COLUMNS = `e.id, e.file_name, e.media_type, e.size_bytes, e.sha256, e.valid_until, e.uploaded_by_name as uploaded_by, e.uploaded_at,
  e.ended_how, e.ended_by_name as ended_by, e.ended_at`;
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
    const rows = await this.database.query<DueRow>(
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
    return rows.map(({ drive_id, drive_name, author, about: claim, since, now, ...evidence }) => ({
      drive_id,
      drive_name,
      author,
      claim,
      state: claimState(evidence.valid_until ?? undefined, now),
      since: since.toISOString(),
      evidence: evidence.id ? isoDates(evidence as Row) : null,
    }));
  }

  /** @throws AppError `evidence_not_found` (404): also for a Drive of others, unless a reviewer asks (`author` null) */
  async file(id: string, author: Actor | null, driveId?: string): Promise<EvidenceFile> {
    const [row] = await this.database.query<EvidenceFile>(
      `select e.media_type, e.file_name, e.content from listings.evidence e join listings.listings l using (drive_id)
       where e.id = $1 and ($2::uuid[] is null or l.org_id = any($2)) and ($3::uuid is null or e.drive_id = $3)`,
      [id, author && scopeIds(author, 'author'), driveId ?? null],
    );
    if (!row) throw listingsErrors.evidence_not_found();
    return row;
  }

  private async views(
    driveId: string,
    claims: readonly ComplianceClaim[],
    others: boolean,
  ): Promise<ClaimEvidenceView[]> {
    const rows = await this.database.query<OfClaim>(
      `select e.claim as about, ${COLUMNS}, platform.portal_now() as now from listings.evidence e where e.drive_id = $1 order by e.uploaded_at desc, e.id desc`,
      [driveId],
    );
    const known = new Set(claims.map(({ id }) => id));
    const left = others ? [...new Set(rows.map((row) => row.about))].filter((claim) => !known.has(claim)) : [];
    return [...claims, ...left.map((id) => ({ id, text: id }))].map(({ id, text }) => {
      const own = rows.filter((row) => row.about === id);
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

const view = ({ about: _about, now: _now, ...evidence }: OfClaim): EvidenceView => isoDates(evidence);
