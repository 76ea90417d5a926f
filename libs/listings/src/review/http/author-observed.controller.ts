import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData, IdParam } from '@portal/platform/http';
import { ClaimedAndObserved } from '../read/claimed-and-observed.js';
import { ClaimedAndObservedView } from './review.view.js';

/** An author's Drives: the reviewer's view of a live one. */
@ApiTags('author')
@RequireRole('author')
@Controller('api/v1/author/drives')
export class AuthorObservedController {
  constructor(private readonly claimed: ClaimedAndObserved) {}

  /**
   * Compare what a Drive declares with what was observed. Declarations of the live version next to what checks and
   * installs showed.
   */
  @Get(':driveId/observed')
  @ApiData(ClaimedAndObservedView)
  observed(@CurrentActor() actor: Actor, @IdParam('driveId') driveId: string): Promise<ClaimedAndObservedView> {
    return this.claimed.of(actor, driveId);
  }
}
