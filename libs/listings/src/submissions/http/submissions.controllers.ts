import { Body, Param } from '@nestjs/common';
import { CurrentActor, RequireRole, MemberMay, type Actor, Public, BypassRowSecurity } from '@portal/platform/access';
import { BodyLimit, IdParam, LONG_TEXTS, ApiController, DeleteData, GetData, PostData } from '@portal/platform/http';
import { CaseView } from '../case.view.js';
import { Cases } from '../read/cases.js';
import { AnswerReview } from '../answer-review.js';
import { ReportLinksService } from '../report-links.service.js';
import { SubmissionNotesService } from '../submission-notes.service.js';
import { Submissions } from '../submissions.js';
import { AnswerReviewDto, SubmissionNotesDto, SubmitManifestDto } from '../../listing/listings.dto.js';
import { SubmissionView, SharedReportView } from '../submissions.view.js';
import { SubmitManifest } from '../submit-manifest.js';

@RequireRole('author')
@ApiController('author', 'api/v1/submissions')
export class SubmissionsController {
  constructor(
    private readonly submissions: Submissions,
    private readonly answerReview: AnswerReview,
    private readonly reportLinks: ReportLinksService,
    private readonly notes: SubmissionNotesService,
  ) {}

  /** Get a submission. With its checks, findings and review messages. */
  @GetData(':id', SubmissionView)
  get(@CurrentActor() actor: Actor, @IdParam() id: string) {
    return this.submissions.forAuthor(actor, id);
  }

  /**
   * Answer the findings of a review. In words; the same digest goes back into review, in the next round. Findings must
   * all be answered. Criteria that passed stay passed.
   */
  @PostData(':id/answer', SubmissionView)
  @BodyLimit(LONG_TEXTS)
  @MemberMay('develop')
  async answer(@CurrentActor() actor: Actor, @IdParam() submissionId: string, @Body() body: AnswerReviewDto) {
    await this.answerReview.execute(actor, submissionId, body);
    return this.submissions.forAuthor(actor, submissionId);
  }

  /**
   * Save notes for the reviewer. What the reviewer should know in addition to the manifest. Until the decision;
   * `revision` names the version that was edited.
   */
  @PostData(':id/notes', SubmissionView)
  @BodyLimit(LONG_TEXTS)
  @MemberMay('develop')
  async addNote(
    @CurrentActor() actor: Actor,
    @IdParam() submissionId: string,
    @Body() { revision, permission_reasons, test_notes, contact }: SubmissionNotesDto,
  ) {
    const permissionReasons = Object.fromEntries(
      permission_reasons.map(({ permission, reason }) => [permission, reason.trim()]),
    );
    const notes = { permissionReasons, testNotes: test_notes.trim(), contact: contact.trim() };
    await this.notes.write(actor, submissionId, revision, notes);
    return this.submissions.forAuthor(actor, submissionId);
  }

  /** Withdraw a submission. Until it is decided. Sync does not submit it again while the manifest stays the same. */
  @PostData(':id/withdraw', SubmissionView)
  @MemberMay('develop')
  async withdraw(@CurrentActor() actor: Actor, @IdParam() submissionId: string) {
    await this.answerReview.withdraw({ actor, submissionId });
    return this.submissions.forAuthor(actor, submissionId);
  }

  /**
   * Share the check report of a submission. Makes a link that anyone can read for 30 days. An earlier link stops
   * working.
   */
  @PostData(':id/share', SubmissionView)
  @MemberMay('develop')
  async share(@CurrentActor() actor: Actor, @IdParam() submissionId: string) {
    await this.reportLinks.create(actor, submissionId);
    return this.submissions.forAuthor(actor, submissionId);
  }

  /** Stop sharing the check report of a submission. The link stops working. Harmless if it is not shared. */
  @DeleteData(':id/share', SubmissionView)
  @MemberMay('develop')
  async unshare(@CurrentActor() actor: Actor, @IdParam() submissionId: string) {
    await this.reportLinks.revoke(actor, submissionId);
    return this.submissions.forAuthor(actor, submissionId);
  }
}

/** An author's Drives: handing in their manifests. */
@RequireRole('author')
@ApiController('author', 'api/v1/author/drives')
export class AuthorSubmissionsController {
  constructor(
    private readonly submissions: Submissions,
    private readonly submitManifest: SubmitManifest,
    private readonly cases: Cases,
  ) {}

  /** Get what holds a Drive. Each reason with its place, its rule, what would pass and who must act. */
  @GetData(':driveId/case', CaseView)
  heldCase(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string) {
    return this.cases.of(actor, driveId);
  }

  /**
   * Submit a manifest. The checks start at once. An earlier submission that waits for the author or a reviewer is
   * withdrawn.
   */
  @PostData(':driveId/submissions', SubmissionView, { status: 202, description: 'Received; the checks run now' })
  @MemberMay('develop')
  async submit(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string, @Body() body: SubmitManifestDto) {
    const id = await this.submitManifest.execute({ actor, driveId, manifestUrl: body.manifest_url });
    return this.submissions.forAuthor(actor, id);
  }
}

/** Open to everyone with the address. */
@Public()
@ApiController('public', 'api/public/reports')
export class SharedReportsController {
  constructor(private readonly reports: ReportLinksService) {}

  /** Get a shared check report. The checks that an author shared by its link, without anything of the review. */
  @GetData(':token', SharedReportView)
  @BypassRowSecurity('the one report whose author gave out this address')
  get(@Param('token') token: string) {
    return this.reports.byToken(token);
  }
}
