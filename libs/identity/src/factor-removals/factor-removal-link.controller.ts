import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { BypassRowSecurity, Public, type PortalRequest } from '@portal/platform/access';
import { ApiData, BodyLimit, SMALL_BODY } from '@portal/platform/http';
import { DoneView } from '../sign-in/identity.view.js';
import { CancelFactorRemoval } from './cancel-factor-removal.js';
import { FactorRemovalTokenDto } from './factor-removals.dto.js';

/** For people who can read their mail but cannot or need not sign in. */
@ApiTags('auth')
@Public()
@BypassRowSecurity('whoever opens the mailed link is found by its token')
@BodyLimit(SMALL_BODY)
@Controller('api/v1/auth/second-factor-removal')
export class FactorRemovalLinkController {
  constructor(private readonly cancelRemoval: CancelFactorRemoval) {}

  /**
   * Cancel the removal of a second factor with the mailed token. It works until the removal is done. The person and the
   * admins who requested it are notified by email.
   */
  @Post('cancel')
  @ApiData(DoneView)
  async cancelByLink(@Body() body: FactorRemovalTokenDto, @Req() request: PortalRequest): Promise<DoneView> {
    await this.cancelRemoval.byLink({ token: body.token, ip: request.ip });
    return { done: true };
  }
}
