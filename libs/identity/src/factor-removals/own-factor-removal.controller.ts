import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentActor, SignedIn, type Actor } from '@portal/platform/access';
import { ApiData, BodyLimit, SMALL_BODY } from '@portal/platform/http';
import { DoneView } from '../sign-in/identity.view.js';
import { CancelFactorRemoval } from './cancel-factor-removal.js';

/** A person's own open removal. */
@ApiTags('account')
@SignedIn()
@BodyLimit(SMALL_BODY)
@Controller('api/v1/account/second-factor/removal')
export class OwnFactorRemovalController {
  constructor(private readonly cancelRemoval: CancelFactorRemoval) {}

  /** Cancel the removal of your second factor. The admins who requested it are notified by email. */
  @Post('cancel')
  @ApiData(DoneView)
  async cancelOwn(@CurrentActor() actor: Actor): Promise<DoneView> {
    await this.cancelRemoval.byPerson(actor);
    return { done: true };
  }
}
