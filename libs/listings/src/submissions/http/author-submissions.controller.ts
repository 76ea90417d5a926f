import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, MemberMay, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, IdParam } from '@portal/platform/http';
import { SubmitManifestDto } from '../../listing/listings.dto.js';
import { SubmissionView } from '../../listing/listings.view.js';
import { Submissions } from '../submissions.js';
import { SubmitManifest } from '../submit-manifest.js';

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
