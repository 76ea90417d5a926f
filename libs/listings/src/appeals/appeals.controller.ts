import { Body, Query } from '@nestjs/common';
import { CurrentActor, MemberMay, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, PageQuery, ApiController, GetData, GetPage, PostData } from '@portal/platform/http';
import { DecideListingAppeal } from './decide-listing-appeal.js';
import { FileListingAppeal } from './file-listing-appeal.js';
import { AuthorDrives } from '../listing/read/author-drives.js';
import { ListingAppeals } from './listing-appeals.js';
import { Submissions } from '../submissions/submissions.js';
import { WithdrawListingAppeal } from './withdraw-listing-appeal.js';
import {
  DecideListingAppealDto,
  FileListingAppealDto,
  ListingAppealCaseView,
  ListingAppealRowView,
} from './appeals.view.js';
import { AcceptedView, DriveView } from '../listing/listings.view.js';
import { SubmissionView } from '../submissions/submissions.view.js';

/** Authors appeal against the refusal of a submission or the removal of a Drive: once, within 30 days. */
@RequireRole('author')
@ApiController('author', 'api/v1')
export class AppealsController {
  constructor(
    private readonly submissions: Submissions,
    private readonly drives: AuthorDrives,
    private readonly fileAppeal: FileListingAppeal,
    private readonly withdrawAppeal: WithdrawListingAppeal,
  ) {}

  /**
   * Appeal against the rejection of a submission. A reviewer who had no part in the decision decides. A new submission
   * ends the appeal.
   */
  @PostData('submissions/:id/appeal', SubmissionView)
  @MemberMay('develop')
  async appealRejection(
    @CurrentActor() actor: Actor,
    @IdParam() submissionId: string,
    @Body() { text }: FileListingAppealDto,
  ) {
    await this.fileAppeal.execute({ actor, about: { submissionId }, text });
    return this.submissions.forAuthor(actor, submissionId);
  }

  /** Appeal against the removal of a Drive. A reviewer who had no part in the removal decides. */
  @PostData('author/drives/:driveId/appeal', DriveView)
  @MemberMay('develop')
  async appealRemoval(
    @CurrentActor() actor: Actor,
    @IdParam('driveId') driveId: string,
    @Body() { text }: FileListingAppealDto,
  ) {
    await this.fileAppeal.execute({ actor, about: { driveId }, text });
    return this.drives.one(actor, driveId);
  }

  /** Withdraw an appeal about a listing. Until it is decided. The same decision cannot be appealed again. */
  @PostData('author/appeals/:id/withdraw', AcceptedView)
  @MemberMay('develop')
  async withdraw(@CurrentActor() actor: Actor, @IdParam() appealId: string) {
    await this.withdrawAppeal.execute({ actor, appealId });
    return { accepted: true };
  }
}

@RequireRole('reviewer')
@ApiController('review', 'api/v1/review/appeals')
export class ReviewAppealsController {
  constructor(
    private readonly appeals: ListingAppeals,
    private readonly decideAppeal: DecideListingAppeal,
  ) {}

  /** List open appeals about listings. The longest waiting first. */
  @GetPage('', ListingAppealRowView)
  list(@CurrentActor() actor: Actor, @Query() query: PageQuery) {
    return this.appeals.queue(actor, query);
  }

  /** Get an appeal about a listing. With the decision it is about and the evidence. */
  @GetData(':id', ListingAppealCaseView)
  get(@CurrentActor() actor: Actor, @IdParam() id: string) {
    return this.appeals.one(actor, id);
  }

  /**
   * Decide on an appeal about a listing. By who has claimed it. Granted, a rejected submission is under review again, or a removed Drive is
   * restored.
   */
  @PostData(':id/decide', ListingAppealCaseView)
  async decide(
    @CurrentActor() actor: Actor,
    @IdParam() appealId: string,
    @Body() { decision, text }: DecideListingAppealDto,
  ) {
    await this.decideAppeal.execute({ actor, appealId, decision, text });
    return this.appeals.one(actor, appealId);
  }
}
