import { Body, Req, Res } from '@nestjs/common';
import { Public, type PortalRequest, BypassRowSecurity } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { BodyLimit, SMALL_BODY, ApiController, PostData, DoneView } from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import { KnownPlaces, type Place } from '../credentials/known-places.js';
import { FactorRemovalsService } from '../factor-removals/factor-removals.service.js';
import { deviceCookie } from '../sessions/session-cookie.js';
import { originOf } from '../sign-in/origin.js';
import { CompletePasswordReset } from './complete-password-reset.js';
import { AccountMailRequests } from './account-mail-requests.js';
import { AccountMailDto, CompleteResetDto, FactorRemovalTokenDto } from './account.dto.js';
import { PasswordChangedView, passwordChangedView } from './account.view.js';

/** Account recovery by mail. Responses do not reveal who has an account. */
@Public()
@BypassRowSecurity('the account is looked up before the caller is known')
@BodyLimit(SMALL_BODY)
@ApiController('auth', 'api/v1/auth')
export class RecoveryController {
  constructor(
    private readonly config: Config,
    private readonly places: KnownPlaces,
    private readonly mails: AccountMailRequests,
    private readonly complete: CompletePasswordReset,
    private readonly removals: FactorRemovalsService,
  ) {}

  /** Request a password reset. The link is mailed in the background. The response is the same for unknown addresses. */
  @PostData('password-reset', DoneView)
  async requestReset(@Body() body: AccountMailDto, @Req() request: PortalRequest) {
    await this.mails.request({ kind: 'password_reset', email: body.email, place: this.placeOf(request) });
    return { done: true };
  }

  /**
   * Complete a password reset. Requires the emailed token, which works once. All sessions end and the person's API
   * tokens are revoked.
   */
  @PostData('password-reset/complete', PasswordChangedView, { headers: ['Set-Cookie'] })
  async completeReset(
    @Body() body: CompleteResetDto,
    @Req() request: PortalRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { token, password, end_shared_tokens: sharedTokens = false } = body;
    const done = await this.complete.execute({ token, password, ip: request.ip, sharedTokens });
    const device = await this.places.remember(done.userId, this.placeOf(request));
    void reply.header('set-cookie', deviceCookie(device, this.config.publicUrl));
    return passwordChangedView(done);
  }

  /**
   * Request another confirmation mail. The mail is sent in the background. The response is the same for unknown
   * addresses.
   */
  @PostData('resend-confirmation', DoneView)
  async resendConfirmation(@Body() body: AccountMailDto, @Req() request: PortalRequest) {
    await this.mails.request({ kind: 'confirmation', email: body.email, place: this.placeOf(request) });
    return { done: true };
  }

  /**
   * Cancel the removal of a second factor with the mailed token. It works until the removal is approved. The person and
   * the admin who proposed it are notified by email.
   */
  @PostData('second-factor-removal/cancel', DoneView)
  async cancelRemoval(@Body() body: FactorRemovalTokenDto, @Req() request: PortalRequest) {
    await this.removals.stopByLink({ token: body.token, ip: request.ip });
    return { done: true };
  }

  private placeOf(request: PortalRequest): Place {
    return originOf(request, this.config.publicUrl);
  }
}
