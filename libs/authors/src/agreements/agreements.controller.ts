import { Body } from '@nestjs/common';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { BodyLimit, LONG_TEXTS, ApiController, GetPage, PostPage } from '@portal/platform/http';
import { PublishAgreement } from './publish-agreement.js';
import { AgreementVersions } from './agreement-versions.js';
import { PublishAgreementDto } from '../applications/authors.dto.js';
import { AgreementVersionView } from '../applications/authors.view.js';

@RequireRole('admin')
@ApiController('admin', 'api/v1/admin/agreements')
export class AgreementsController {
  constructor(
    private readonly versions: AgreementVersions,
    private readonly publish: PublishAgreement,
  ) {}

  /** List the versions of the developer agreement. Newest first, with their texts. */
  @GetPage('', AgreementVersionView)
  list() {
    return this.versions.all();
  }

  /**
   * Publish a version of the developer agreement. Authors are notified by email and must sign it by the deadline. Until
   * the first version is in force, authors can apply but get no secrets and list nothing.
   */
  @PostPage('', AgreementVersionView, { status: 201 })
  @BodyLimit(LONG_TEXTS)
  async create(@CurrentActor() actor: Actor, @Body() body: PublishAgreementDto) {
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
