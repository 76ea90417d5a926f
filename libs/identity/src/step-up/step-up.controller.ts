import { Body, Req, Res } from '@nestjs/common';
import { CurrentActor, SignedIn, type Actor, type PortalRequest } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { BodyLimit, SMALL_BODY, ApiController, GetData, PostData, DoneView } from '@portal/platform/http';
import type { FastifyReply } from 'fastify';
import { ownSession } from '../sessions/own-session.js';
import { Reauthentication } from './reauthentication.js';
import { StepUp } from './step-up.js';
import { StepUpDto } from '../recovery/account.dto.js';
import { StepUpView } from '../recovery/account.view.js';
import { originOf } from '../sign-in/origin.js';
import { sessionCookie } from '../sessions/session-cookie.js';

/** Confirming one's identity, for secrets, money and the acts of staff. */
@SignedIn()
@BodyLimit(SMALL_BODY)
@ApiController('account', 'api/v1/account/step-up')
export class StepUpController {
  constructor(
    private readonly config: Config,
    private readonly reauthentication: Reauthentication,
    private readonly stepUp: StepUp,
  ) {}

  /**
   * Get how you can confirm your identity. With a code if two-factor authentication is on, otherwise with the password.
   */
  @GetData('', StepUpView)
  async get(@CurrentActor() actor: Actor) {
    const { userId } = ownSession(actor);
    return {
      method: await this.reauthentication.methodOf(userId),
      recent: actor.recentlyAuthenticated === true,
      minutes: this.config.stepUpMinutes,
    };
  }

  /**
   * Confirm your identity. Opens the operations that need a recent proof of identity. The session continues under a new
   * token.
   */
  @PostData('', DoneView, { headers: ['Set-Cookie'] })
  async complete(
    @CurrentActor() actor: Actor,
    @Body() body: StepUpDto,
    @Req() request: PortalRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const token = await this.stepUp.execute({ actor, shown: body, place: originOf(request, this.config.publicUrl) });
    void reply.header('set-cookie', sessionCookie(token.reveal(), this.config.publicUrl));
    return { done: true };
  }
}
