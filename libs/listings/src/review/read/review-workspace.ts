import { Inject, Injectable, Optional } from '@nestjs/common';
import type { CanonicalManifest, ManifestChange } from '@portal/contract';
import { heldBy, type CaseHoldView } from '@portal/approvals';
import type { Actor } from '@portal/platform/access';
import { Database } from '@portal/platform/database';
import {
  composeRequest,
  counts,
  gapOf,
  type CaseFacts,
  type Judgement,
  type UnprovenCriterion,
} from '../domain/review-case.js';
import { CRITERIA, CRITERIA_VERSION, criterionOfCheck, judgedTogether } from '../domain/review-criteria.js';
import { diffRevisions } from '../../listing/domain/revision-diff.js';
import { DECISIONS } from '../../submissions/domain/submission-state.js';
import { listingsErrors } from '../../errors.js';
import type { ClaimEvidenceView } from '../../evidence/evidence.view.js';
import type { CheckView } from '../../conformance/conformance.view.js';
import type { CriterionView, DecisionGapView, JudgementView, ReviewWorkspaceView } from '../http/review.view.js';
import { InstallCounts } from '../../listing/install-counts.js';
import { CaseEvidence } from './case-evidence.js';
import { worstOfCase } from './case-facts.js';
import { lackingEvidence } from './review-evidence.js';
import { RechecksService } from '../../rechecks/rechecks.service.js';
import { ReviewExceptions } from './review-exceptions.js';
import { ReviewHistory } from './review-history.js';
import { effectOf } from '../../listing/read/versions.js';

interface Row {
  id: string;
  drive_id: string;
  org_id: string;
  slug: string;
  state: string;
  round: number;
  digest: string | null;
  manifest: CanonicalManifest | null;
  origin: string | null;
  base: CanonicalManifest | null;
  base_origin: string | null;
  base_revision_id: string | null;
  revision_id: string | null;
  hold: CaseHoldView | null;
  now: Date;
  insider: boolean;
}

interface JudgementRow extends Judgement {
  judged_by_name: string;
  judged_at: Date;
  digest: string;
  own: boolean;
  /** The evidence has changed since. */
  reopened: boolean;
}

/** Everything a reviewer decides a submission by, from checks, observations and earlier decisions. */
@Injectable()
export class ReviewWorkspace {
  constructor(
    private readonly database: Database,
    private readonly evidence: CaseEvidence,
    private readonly history: ReviewHistory,
    private readonly exceptions: ReviewExceptions,
    private readonly rechecks: RechecksService,
    @Optional() @Inject(InstallCounts) private readonly counts?: InstallCounts,
  ) {}

  /** @throws AppError `submission_not_found` (404) */
  async of(actor: Actor, id: string): Promise<ReviewWorkspaceView> {
    const row = await this.row(actor, id);
    const { drive_id: driveId, manifest, base } = row;
    const [{ checks, claims, shown }, judgements, exceptions, installs, unproven, worst] = await Promise.all([
      this.evidence.of({ submissionId: id, driveId, manifest, base }),
      this.judgements(row),
      this.exceptions.ofDrive(driveId),
      this.counts?.byDrive([driveId]),
      this.database.query<UnprovenCriterion>('select criterion, blocks from listings.unproven_criteria($1)', [id]),
      worstOfCase(this.database, id),
    ]);
    const changes =
      manifest && base
        ? diffRevisions({ origin: row.base_origin!, manifest: base }, { origin: row.origin!, manifest })
        : [];
    const inForce = exceptions.filter((exception) => exception.state === 'in_force');
    const facts: CaseFacts = {
      round: row.round,
      judgements: judgements.filter((judgement) => judgement.own && !judgement.reopened),
      excepted: new Set(inForce.map((exception) => exception.criterion)),
      unproven,
    };
    const open = row.state === 'in_review';
    return {
      submission_id: id,
      drive_id: driveId,
      state: row.state,
      digest: row.digest,
      round: row.round,
      criteria_version: CRITERIA_VERSION,
      own: row.insider,
      hold: row.hold,
      clock: await this.history.clock(id, row.now),
      worst: worst ?? null,
      criteria: manifest ? criteria(row, manifest, facts, { judgements, checks, claims, changes }) : [],
      decisions: open ? DECISIONS.map((decision) => decisionGap(decision, facts)) : [],
      request_text: open ? composeRequest(facts) : '',
      ...shown,
      compliance_evidence: claims,
      pricing: await this.evidence.pricing({ driveId, revisionId: row.revision_id, manifest }, row.now),
      effect: manifest && base ? effectOf(changes) : null,
      installs: installs ? (installs.get(driveId) ?? 0) : null,
      recheck: await this.rechecks.last(id),
      changed_meanwhile: await this.history.changedMeanwhile(id),
      earlier: await this.history.earlier(driveId, id),
      thread: await this.history.thread(id),
      neighbours: manifest
        ? await this.history.neighbours({ driveId, slug: row.slug, name: manifest.name, tagline: manifest.tagline })
        : [],
      author: await this.history.author(row.org_id),
      exceptions,
    };
  }

  private async row(actor: Actor, id: string): Promise<Row> {
    const [row] = await this.database.query<Row>(
      `select s.id, s.drive_id, s.org_id, l.slug, s.state, s.round, r.digest, r.manifest, r.origin, b.manifest as base, b.origin as base_origin, s.base_revision_id, s.revision_id,
         ${heldBy('s.id', '$2')} as hold, platform.portal_now() as now,
         not authors.is_stranger(s.org_id, $2) as insider
       from listings.submissions s join listings.listings l on l.drive_id = s.drive_id
       left join listings.revisions r on r.id = s.revision_id
       left join listings.revisions b on b.id = s.base_revision_id
       where s.id = $1`,
      [id, actor.userId],
    );
    if (!row) throw listingsErrors.submission_not_found();
    return row;
  }

  /** The newest of each criterion: about this submission (`own`), and about earlier ones of the Drive. */
  private judgements(row: Row): Promise<JudgementRow[]> {
    return this.database.query<JudgementRow>(
      `select distinct on (j.submission_id = $1, j.criterion) j.criterion, j.verdict, j.note, j.round, j.digest, j.judged_by_name, j.judged_at,
         j.submission_id = $1 as own, listings.is_reopened(j.submission_id, j.criterion, j.seq) as reopened
       from listings.review_judgements j join listings.submissions s on s.id = j.submission_id
       where s.drive_id = $2 and (j.submission_id <> $1 or j.criteria_version = $3)
       order by j.submission_id = $1, j.criterion, j.seq desc`,
      [row.id, row.drive_id, CRITERIA_VERSION],
    );
  }
}

function decisionGap(decision: (typeof DECISIONS)[number], facts: CaseFacts): DecisionGapView {
  const gap = gapOf(decision, facts);
  return {
    decision,
    possible: gap === undefined,
    code: gap?.code ?? null,
    message: gap ? listingsErrors[gap.code].message : null,
    criteria: gap?.criteria ?? [],
  };
}

const judgementView = (row: JudgementRow): JudgementView => ({
  verdict: row.verdict,
  note: row.note,
  by: row.judged_by_name,
  at: row.judged_at.toISOString(),
  digest: row.digest,
  round: row.round,
});

function criteria(
  row: Row,
  manifest: CanonicalManifest,
  facts: CaseFacts,
  gathered: {
    judgements: readonly JudgementRow[];
    checks: readonly CheckView[];
    claims: readonly ClaimEvidenceView[];
    changes: readonly ManifestChange[];
  },
): CriterionView[] {
  const { judgements, claims, changes } = gathered;
  return CRITERIA.map((criterion) => {
    const about = judgements.filter((judgement) => judgement.criterion === criterion.id);
    const own = about.find((judgement) => judgement.own);
    const earlier = about.find((judgement) => !judgement.own);
    const checks = gathered.checks.filter((check) => criterionOfCheck(check) === criterion.id);
    const applies = criterion.applies({ manifest, update: row.base_revision_id !== null });
    return {
      id: criterion.id,
      title: criterion.title,
      sentence: criterion.sentence,
      applies,
      not_applicable_when: criterion.notApplicable,
      judged: own !== undefined && !own.reopened && counts(own, facts.round),
      judgement: own ? judgementView(own) : null,
      suggestion: earlier ? judgementView(earlier) : null,
      excepted: facts.excepted.has(criterion.id),
      exceptions_allowed: criterion.exceptions,
      together: judgedTogether(criterion, { applies, checks, changes }),
      needs_reason: facts.unproven.some((one) => one.criterion === criterion.id),
      checks,
      evidence: criterion.evidence,
      lacking: criterion.evidence.some((part) => part === 'compliance') ? lackingEvidence(claims) : [],
    };
  });
}
