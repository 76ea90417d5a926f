import { Injectable } from '@nestjs/common';
import type { CanonicalManifest } from '@portal/contract';
import { scopeIds, type Actor } from '@portal/platform/access';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { claimsOf, claimState, claimText, EXPIRING_DAYS, type ComplianceClaim } from './domain/compliance-claims.js';
import { SYNCED_STATES } from '../listing/domain/drive-capabilities.js';
import { listingsErrors } from '../errors.js';
import { EvidenceRepository } from './evidence.repository.js';
import type { ClaimEvidenceView, DueEvidenceView, EvidenceView } from './evidence.view.js';

type Row = RowOf<EvidenceView, 'valid_until' | 'uploaded_at' | 'accepted_until' | 'accepted_by_two_until' | 'ended_at'>;
type OfClaim = Row & { about: string; now: Date };
type DueRow = RowOf<Omit<DueEvidenceView, 'claim' | 'text' | 'state' | 'evidence'>, 'since'> &
  Partial<Row> &
  Pick<OfClaim, 'about' | 'now'>;

export interface EvidenceFile {
  media_type: string;
  file_name: string;
  content: Buffer;
}

const COLUMNS = `e.id, e.file_name, e.media_type, e.size_bytes, e.sha256, e.valid_until, e.uploaded_by_name as uploaded_by, e.uploaded_at,
  a.by_one as accepted_until, a.by_two as accepted_by_two_until, e.ended_how, e.end_reason, e.ended_at,
  case when e.ended_how <> 'rejected' then e.ended_by_name end as ended_by`;
const ACCEPTED = (drive: string): string =>
  `left join lateral listings.accepted_claims(${drive}, platform.portal_now()) a on a.claim = e.claim and e.ended_at is null`;
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

  /**
   * Claims of others that wait for this reviewer, also of a case in review, and claims of live Drives that lack evidence or
   * soon will; each the longest waiting first, at most 200.
   */
  async due({ userId }: Actor): Promise<DueEvidenceView[]> {
    const rows = await this.database.query<DueRow>(
      `with claims as (
         select l.drive_id, c.claim from listings.listings l join listings.revisions r on r.id = l.live_revision_id
           cross join lateral listings.compliance_claims(r.manifest) as c(claim) where l.state = any($1)
         union select e.drive_id, e.claim from listings.evidence e
           join listings.submissions s on s.drive_id = e.drive_id and s.state = 'in_review' join listings.revisions r on r.id = s.revision_id
           where e.ended_at is null and e.valid_until > (select platform.portal_now()) and e.claim in (select listings.compliance_claims(r.manifest)))
       select l.drive_id, l.name as drive_name, o.name as author, c.claim as about, y.yours, ${COLUMNS},
         case when y.yours then e.uploaded_at else coalesce(e.valid_until, l.listed_at) end as since, platform.portal_now() as now
       from claims c join listings.listings l on l.drive_id = c.drive_id join authors.organizations o on o.id = l.org_id
       left join listings.evidence e on e.drive_id = l.drive_id and e.claim = c.claim and e.ended_at is null ${ACCEPTED('l.drive_id')}
       cross join lateral (select least(e.valid_until, platform.portal_now() + $2 * interval '1 day') as soon) t
       cross join lateral (select coalesce(e.valid_until > (select platform.portal_now()) and (a.by_two is null or a.by_two < t.soon)
         and not exists (select from listings.evidence_acceptances x
           where x.evidence_id = e.id and x.accepted_by = $4 and x.accepted_until >= t.soon), false) as yours) y
       where authors.is_stranger(l.org_id, $4) and (y.yours or e.id is null or e.valid_until <= t.soon)
       order by y.yours desc, since, l.drive_id, c.claim limit $3`,
      [SYNCED_STATES, EXPIRING_DAYS, AT_MOST, userId],
    );
    return rows.map(({ drive_id, drive_name, author, about: claim, since, yours, now, ...evidence }) => ({
      drive_id,
      drive_name,
      author,
      claim,
      text: claimText(claim),
      state: claimState(evidence.id ? (evidence as Row) : undefined, now),
      yours,
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
      `select e.claim as about, ${COLUMNS}, platform.portal_now() as now from listings.evidence e ${ACCEPTED('$1')}
       where e.drive_id = $1 order by e.uploaded_at desc, e.id desc`,
      [driveId],
    );
    const known = new Set(claims.map(({ id }) => id));
    const left = others ? [...new Set(rows.map((row) => row.about))].filter((claim) => !known.has(claim)) : [];
    return [...claims, ...left.map((id) => ({ id, text: claimText(id) }))].map(({ id, text }) => {
      const own = rows.filter((row) => row.about === id);
      const current = own.find((row) => row.ended_at === null);
      const newest = current ?? own[0];
      return {
        claim: id,
        text,
        claimed: known.has(id),
        state: claimState(newest, newest?.now ?? new Date(0)),
        evidence: current ? view(current) : null,
        earlier: own.filter((row) => row !== current).map(view),
      };
    });
  }
}

const view = ({ about: _about, now: _now, ...evidence }: OfClaim): EvidenceView => isoDates(evidence);
