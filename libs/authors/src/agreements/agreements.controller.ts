import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiPage, BodyLimit, LONG_TEXTS } from '@portal/platform/http';
import { PublishAgreement } from './publish-agreement.js';
import { AgreementVersions } from './agreement-versions.js';
import { PublishAgreementDto } from '../applications/authors.dto.js';
import { AgreementVersionView } from '../applications/authors.view.js';

@ApiTags('admin')
@RequireRole('admin')
@Controller('api/v1/admin/agreements')
export class AgreementsController {
  constructor(
    private readonly versions: AgreementVersions,
    private readonly publish: PublishAgreement,
  ) {}

  /** List the versions of the developer agreement. Newest first, with their texts. */
  @Get()
  @ApiPage(AgreementVersionView)
  list(): Promise<Page<AgreementVersionView>> {
    return this.versions.all();
  }

  /**
   * Publish a version of the developer agreement. Authors are notified by email and must sign it by the deadline. Until
   * the first version is in force, authors can apply but get no secrets and list nothing.
   */
  @Post()
  @BodyLimit(LONG_TEXTS)
  @ApiPage(AgreementVersionView, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: PublishAgreementDto): Promise<Page<AgreementVersionView>> {
    await this.publish.execute({
      actor,
      agreement: {
        version: body.version,
        text: body.text,
        summary: body.summary,
        effectiveAt: body.effective_at === undefined ? undefined : new Date(body.effective_at),
        signUntil: body.sign_until === undefined ? undefined : new Date(body.sign_until),
      },
    });
    return this.versions.all();
  }
}
