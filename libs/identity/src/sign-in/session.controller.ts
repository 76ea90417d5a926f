import { Req } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { Authenticator, BypassRowSecurity, Public, type PortalRequest } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { ApiController, GetData } from '@portal/platform/http';
import { meView, WhoAmIView } from './identity.view.js';

@ApiController('auth', 'api/v1/session')
export class SessionController {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Get the session. Who is signed in as `GET /api/v1/me` returns it, or null; a caller without a session is not refused. */
  @GetData('', WhoAmIView)
  @Public()
  @BypassRowSecurity('the session is looked up before the caller is known')
  async session(@Req() request: PortalRequest) {
    const actor = await this.authenticator.authenticate(request);
    return {
      me: actor && meView(actor, this.config.mode, this.config.demo),
      clock_offset_ms: this.clock.now().getTime() - this.clock.wallNow().getTime(),
      demo: this.config.demo,
    };
  }
}
