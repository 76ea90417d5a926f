import { Body } from '@nestjs/common';
import { CurrentActor, SignedIn, type Actor } from '@portal/platform/access';
import { BodyLimit, IdParam, SMALL_BODY, ApiController, DeleteData, GetPage, PostData } from '@portal/platform/http';
import { ChangePassword } from './change-password.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ChangePasswordDto } from './account.dto.js';
import { PasswordChangedView, passwordChangedView, RevokedSessionsView, SessionView } from './account.view.js';

/** A person's own account. Requires a session, not an API token. */
@SignedIn()
@BodyLimit(SMALL_BODY)
@ApiController('account', 'api/v1/account')
export class AccountController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly change: ChangePassword,
  ) {}

  /** List your sessions. Sessions that are still valid, newest first. */
  @GetPage('sessions', SessionView)
  listSessions(@CurrentActor() actor: Actor) {
    return this.sessions.list(actor);
  }

  /** Revoke your other sessions. The current session stays. Returns how many were revoked. */
  @PostData('sessions/revoke-others', RevokedSessionsView)
  async revokeOtherSessions(@CurrentActor() actor: Actor) {
    return { revoked: await this.sessions.revoke(actor, 'others') };
  }

  /** Revoke one of your sessions. Returns how many were revoked. */
  @DeleteData('sessions/:id', RevokedSessionsView)
  async revokeSession(@CurrentActor() actor: Actor, @IdParam() sessionId: string) {
    return { revoked: await this.sessions.revoke(actor, { sessionId }) };
  }

  /** Change your password. Requires the current one. All other sessions end and your API tokens are revoked. */
  @PostData('password', PasswordChangedView)
  async changePassword(@CurrentActor() actor: Actor, @Body() body: ChangePasswordDto) {
    const { current_password: current, password, end_shared_tokens: sharedTokens = false } = body;
    return passwordChangedView(await this.change.execute({ actor, current, password, sharedTokens }));
  }
}
