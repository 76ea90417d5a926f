import { Inject, Injectable, Optional } from '@nestjs/common';
import type { CanonicalManifest } from '@portal/contract';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { ComplianceEvidence } from '../../evidence/compliance-evidence.js';
import type { ClaimEvidenceView } from '../../evidence/evidence.view.js';
import type { CheckView } from '../../conformance/conformance.view.js';
import { ObservedUse } from '../../listing/observed-use.js';
import { CommercialTerms } from '../../pricing/commercial-terms.js';
import { Submissions } from '../../submissions/submissions.js';
import type { CheckedRunView, ReviewWorkspaceView } from '../http/review.view.js';
import * as evidence from './review-evidence.js';

/** The workspace's view of a manifest: declared, checked and observed. */
type Shown = Pick<
  ReviewWorkspaceView,
  'permissions' | 'permissions_derived' | 'capabilities' | 'events' | 'checked' | 'posture' | 'do_not' | 'compliance'
>;

/** The evidence of a case: checks, observed use of installs, evidence of its claims, and its price. */
@Injectable()
export class CaseEvidence {
  constructor(
    private readonly submissions: Submissions,
    private readonly compliance: ComplianceEvidence,
    private readonly database: Database,
    private readonly terms: CommercialTerms,
    @Optional() @Inject(ObservedUse) private readonly observed?: ObservedUse,
  ) {}

  async of(about: {
    submissionId: string;
    driveId: string;
    manifest: CanonicalManifest | null;
    base: CanonicalManifest | null;
  }): Promise<{ checks: CheckView[]; claims: ClaimEvidenceView[]; shown: Shown }> {
    const { submissionId, driveId, manifest, base } = about;
    const [checks, use, claims, [checked]] = await Promise.all([
      this.submissions.checks(submissionId, true),
      this.observed?.ofDrive(driveId),
      manifest ? this.compliance.ofManifest(driveId, manifest) : [],
      this.database.query<RowOf<CheckedRunView, 'at'> & { calls: evidence.SeenCalls }>(
        'select seq as run, ran_at as at, submission_id, calls from listings.conformance_runs where submission_id = $1 order by seq desc limit 1',
        [submissionId],
      ),
    ]);
    const { calls, ...run } = checked ?? {};
    const shown = {
      permissions: manifest ? evidence.reviewedPermissions(manifest, base, checks, use) : [],
      permissions_derived: manifest?.permissionsDerived ?? false,
      capabilities: manifest ? evidence.claimedCapabilities(manifest, checks, use, calls) : [],
      events: manifest ? evidence.claimedEvents(manifest, use) : [],
      checked: 'run' in run ? isoDates(run) : null,
      posture: evidence.posture(checks),
      do_not: evidence.doNotFindings(checks),
      compliance: manifest && evidence.reviewedCompliance(manifest),
    };
    return { checks, claims, shown };
  }

  /** Price of the manifest by the price list, and whether it may go live with it. */
  async pricing(
    about: { driveId: string; revisionId: string | null; manifest: CanonicalManifest | null },
    now: Date,
  ): Promise<ReviewWorkspaceView['pricing']> {
    const { driveId, revisionId, manifest } = about;
    if (!manifest) return null;
    const priced = { driveId, revisionId: revisionId ?? driveId, manifest };
    const currency = manifest.pricing.kind === 'plans' ? manifest.pricing.currency : 'usd';
    const price = await this.terms.price(this.database, priced, { at: now, currency, beforehand: true });
    const missing = revisionId ? await this.terms.missing(this.database, priced, now) : undefined;
    return evidence.reviewedPricing(manifest, price ?? undefined, missing === undefined);
  }
}
