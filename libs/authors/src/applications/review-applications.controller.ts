import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage } from '@portal/platform/http';
import { DecideAppeal } from '../appeals/decide-appeal.js';
import { DecideApplication } from './decide-application.js';
import { JudgeApplication } from './judge-application.js';
import { OpenApplication } from './open-application.js';
import { Applications } from './read/applications.js';
import { ClaimNextApplication } from './claim-next-application.js';
import { WriteMessage } from './write-message.js';
import {
  ApplicationMessageDto,
  ApplicationQueueQuery,
  DecideAppealDto,
  DecideApplicationDto,
  JudgeApplicationDto,
} from './authors.dto.js';
import { AppealRowView, ApplicationCaseView, QueueRowView } from './authors.view.js';

@ApiTags('review')
@RequireRole('reviewer')
@Controller('api/v1/review/applications')
export class ReviewApplicationsController {
  constructor(
    private readonly read: Applications,
    private readonly openApplication: OpenApplication,
    private readonly judge: JudgeApplication,
    private readonly decideApplication: DecideApplication,
    private readonly message: WriteMessage,
    private readonly takeNext: ClaimNextApplication,
    private readonly decideAppealUseCase: DecideAppeal,
  ) {}

  @Get()
  @ApiPage(QueueRowView)
  list(@Query() query: ApplicationQueueQuery): Promise<Page<QueueRowView>> {
    return this.read.queue(query);
  }

  /** Takes the application that waits longest of those the caller may decide. */
  @Post('claim-next')
  @HttpCode(200)
  @ApiData(ApplicationCaseView)
  async claimNext(@CurrentActor() actor: Actor): Promise<ApplicationCaseView> {
    return this.read.forReview(actor, await this.takeNext.execute({ actor }));
  }

  /** Appeals that wait, the longest first. */
  @Get('appeals')
  @ApiPage(AppealRowView)
  listAppeals(@CurrentActor() actor: Actor): Promise<Page<AppealRowView>> {
    return this.read.appeals(actor);
  }

  @Get(':id')
  @ApiData(ApplicationCaseView)
  get(@CurrentActor() actor: Actor, @Param('id', ParseUUIDPipe) id: string): Promise<ApplicationCaseView> {
    return this.read.forReview(actor, id);
  }

  @Post(':id/open')
  @HttpCode(200)
  @ApiData(ApplicationCaseView)
  async open(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) applicationId: string,
  ): Promise<ApplicationCaseView> {
    await this.openApplication.execute({ actor, applicationId });
    return this.read.forReview(actor, applicationId);
  }

  /** Judges one or several criteria; a decision needs all of them, judged since the applicant answered last. */
  @Post(':id/judgements')
  @HttpCode(200)
  @ApiData(ApplicationCaseView)
  async saveJudgements(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) applicationId: string,
    @Body() body: JudgeApplicationDto,
  ): Promise<ApplicationCaseView> {
    const judgements = body.judgements.map((one) => ({ ...one, note: one.note ?? '' }));
    await this.judge.execute({ actor, applicationId, seen: body.revision, judgements });
    return this.read.forReview(actor, applicationId);
  }

  @Post(':id/decide')
  @HttpCode(200)
  @ApiData(ApplicationCaseView)
  async decide(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) applicationId: string,
    @Body() body: DecideApplicationDto,
  ): Promise<ApplicationCaseView> {
    await this.decideApplication.execute({
      actor,
      applicationId,
      decision: body.decision,
      reasonCode: body.reason_code,
      text: body.text,
    });
    return this.read.forReview(actor, applicationId);
  }

  @Post(':id/appeal/decide')
  @HttpCode(200)
  @ApiData(ApplicationCaseView)
  async decideAppeal(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) applicationId: string,
    @Body() body: DecideAppealDto,
  ): Promise<ApplicationCaseView> {
    await this.decideAppealUseCase.execute({ actor, applicationId, decision: body.decision, text: body.text });
    return this.read.forReview(actor, applicationId);
  }

  @Post(':id/messages')
  @HttpCode(200)
  @ApiData(ApplicationCaseView)
  async addMessage(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) applicationId: string,
    @Body() body: ApplicationMessageDto,
  ): Promise<ApplicationCaseView> {
    await this.message.execute({ actor, side: 'reviewer', applicationId, text: body.text });
    return this.read.forReview(actor, applicationId);
  }
}
