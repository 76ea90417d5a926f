import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { ApiData, ApiPage, CurrentActor, RequireRole, type Actor } from '@portal/platform';
import { DecideApplication } from '../decide-application.js';
import { OpenApplication } from '../open-application.js';
import { Applications } from '../read/applications.js';
import { WriteMessage } from '../write-message.js';
import { ApplicationMessageDto, ApplicationQueueQuery, DecideApplicationDto } from './authors.dto.js';
import { ApplicationView, QueueRowView } from './authors.view.js';

@ApiTags('review')
@RequireRole('reviewer')
@Controller('api/v1/review/applications')
export class ReviewApplicationsController {
  constructor(
    private readonly read: Applications,
    private readonly open: OpenApplication,
    private readonly decide: DecideApplication,
    private readonly message: WriteMessage,
  ) {}

  @Get()
  @ApiPage(QueueRowView)
  queue(@Query() query: ApplicationQueueQuery): Promise<Page<QueueRowView>> {
    return this.read.queue(query);
  }

  @Get(':id')
  @ApiData(ApplicationView)
  one(@CurrentActor() actor: Actor, @Param('id', ParseUUIDPipe) id: string): Promise<ApplicationView> {
    return this.read.forReview(actor, id);
  }

  @Post(':id/open')
  @HttpCode(200)
  @ApiData(ApplicationView)
  async take(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) applicationId: string,
  ): Promise<ApplicationView> {
    await this.open.execute({ actor, applicationId });
    return this.read.forReview(actor, applicationId);
  }

  @Post(':id/decide')
  @HttpCode(200)
  @ApiData(ApplicationView)
  async conclude(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) applicationId: string,
    @Body() body: DecideApplicationDto,
  ): Promise<ApplicationView> {
    await this.decide.execute({
      actor,
      applicationId,
      decision: body.decision,
      reasonCode: body.reason_code,
      text: body.text,
    });
    return this.read.forReview(actor, applicationId);
  }

  @Post(':id/messages')
  @HttpCode(200)
  @ApiData(ApplicationView)
  async write(
    @CurrentActor() actor: Actor,
    @Param('id', ParseUUIDPipe) applicationId: string,
    @Body() body: ApplicationMessageDto,
  ): Promise<ApplicationView> {
    await this.message.execute({ actor, side: 'reviewer', applicationId, text: body.text });
    return this.read.forReview(actor, applicationId);
  }
}
