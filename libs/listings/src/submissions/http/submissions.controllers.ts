import { Body, Controller, Delete, Get, Post, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, RequireRole, MemberMay, type Actor, Public, BypassRowSecurity } from '@portal/platform/access';
import { ApiData, BodyLimit, IdParam, LONG_TEXTS } from '@portal/platform/http';
import { AnswerReview } from '../answer-review.js';
import { ReportLinksService } from '../report-links.service.js';
import { SubmissionNotesService } from '../submission-notes.service.js';
import { Submissions } from '../submissions.js';
import { AnswerReviewDto, SubmissionNotesDto, SubmitManifestDto } from '../../listing/listings.dto.js';
import { SubmissionView, SharedReportView } from '../../listing/listings.view.js';
import { SubmitManifest } from '../submit-manifest.js';

@ApiTags('author')
@RequireRole('author')
@Controller('api/v1/submissions')
export class SubmissionsController {
  constructor(
    private readonly submissions: Submissions,
    private readonly answerReview: AnswerReview,
    private readonly reportLinks: ReportLinksService,
    private readonly notes: SubmissionNotesService,
  ) {}

  /** Get a submission. With its checks, findings and review messages. */
  @Get(':id')
  @ApiData(SubmissionView)
  get(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<SubmissionView> {
    return this.submissions.forAuthor(actor, id);
  }

  /**
   * Answer the findings of a review. In words; the same digest goes back into review, in the next round. Findings must
   * all be answered. Criteria that passed stay passed.
   */
  @Post(':id/answer')
  @BodyLimit(LONG_TEXTS)
  @MemberMay('develop')
  @ApiData(SubmissionView)
  async answer(
    @CurrentActor() actor: Actor,
    @IdParam() submissionId: string,
    @Body() body: AnswerReviewDto,
  ): Promise<SubmissionView> {
    await this.answerReview.execute({
      actor,
      submissionId,
      text: body.text ?? '',
      ...(body.answers && { answers: body.answers }),
    });
    return this.submissions.forAuthor(actor, submissionId);
  }

  /**
   * Save notes for the reviewer. What the reviewer should know in addition to the manifest. Until the decision;
   * `revision` names the version that was edited.
   */
  @Post(':id/notes')
  @BodyLimit(LONG_TEXTS)
  @MemberMay('develop')
  @ApiData(SubmissionView)
  async addNote(
    @CurrentActor() actor: Actor,
    @IdParam() submissionId: string,
    @Body() { revision, permission_reasons, test_notes, contact }: SubmissionNotesDto,
  ): Promise<SubmissionView> {
    const permissionReasons = Object.fromEntries(
      permission_reasons.map(({ permission, reason }) => [permission, reason.trim()]),
    );
    const notes = { permissionReasons, testNotes: test_notes.trim(), contact: contact.trim() };
    await this.notes.write({ actor, submissionId, notes, expectedVersion: revision });
    return this.submissions.forAuthor(actor, submissionId);
  }

  /** Withdraw a submission. Until it is decided. Sync does not submit it again while the manifest stays the same. */
  @Post(':id/withdraw')
  @MemberMay('develop')
  @ApiData(SubmissionView)
  async withdraw(@CurrentActor() actor: Actor, @IdParam() submissionId: string): Promise<SubmissionView> {
    await this.answerReview.withdraw({ actor, submissionId });
    return this.submissions.forAuthor(actor, submissionId);
  }

  /**
   * Share the check report of a submission. Makes a link that anyone can read for 30 days. An earlier link stops
   * working.
   */
  @Post(':id/share')
  @MemberMay('develop')
  @ApiData(SubmissionView)
  async share(@CurrentActor() actor: Actor, @IdParam() submissionId: string): Promise<SubmissionView> {
    await this.reportLinks.create(actor, submissionId);
    return this.submissions.forAuthor(actor, submissionId);
  }

  /** Stop sharing the check report of a submission. The link stops working. Harmless if it is not shared. */
  @Delete(':id/share')
  @MemberMay('develop')
  @ApiData(SubmissionView)
  async unshare(@CurrentActor() actor: Actor, @IdParam() submissionId: string): Promise<SubmissionView> {
    await this.reportLinks.revoke(actor, submissionId);
    return this.submissions.forAuthor(actor, submissionId);
  }
}

/** An author's Drives: handing in their manifests. */
@ApiTags('author')
@RequireRole('author')
@Controller('api/v1/author/drives')
export class AuthorSubmissionsController {
  constructor(
    private readonly submissions: Submissions,
    private readonly submitManifest: SubmitManifest,
  ) {}

  /**
   * Submit a manifest. The checks start at once. An earlier submission that waits for the author or a reviewer is
   * withdrawn.
   */
  @Post(':driveId/submissions')
  @MemberMay('develop')
  @ApiData(SubmissionView, { status: 202, description: 'Received; the checks run now' })
  async submit(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() body: SubmitManifestDto,
  ): Promise<SubmissionView> {
    const id = await this.submitManifest.execute({ actor, driveId, manifestUrl: body.manifest_url });
    return this.submissions.forAuthor(actor, id);
  }
}

/** Open to everyone with the address. */
@ApiTags('public')
@Public()
@Controller('api/public/reports')
export class SharedReportsController {
  constructor(private readonly reports: ReportLinksService) {}

  /** Get a shared check report. The checks that an author shared by its link, without anything of the review. */
  @Get(':token')
  @BypassRowSecurity('the one report whose author gave out this address')
  @ApiData(SharedReportView)
  get(@Param('token') token: string): Promise<SharedReportView> {
    return this.reports.byToken(token);
  }
}
