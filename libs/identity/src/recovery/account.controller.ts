import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, SignedIn, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, BodyLimit, IdParam, SMALL_BODY } from '@portal/platform/http';
import { ChangePassword } from './change-password.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ChangePasswordDto } from './account.dto.js';
import { PasswordChangedView, passwordChangedView, RevokedSessionsView, SessionView } from './account.view.js';

/** A person's own account. Requires a session, not an API token. */
@ApiTags('account')
@SignedIn()
@BodyLimit(SMALL_BODY)
@Controller('api/v1/account')
export class AccountController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly change: ChangePassword,
  ) {}

  /** List your sessions. Sessions that are still valid, newest first. */
  @Get('sessions')
  @ApiPage(SessionView)
  listSessions(@CurrentActor() actor: Actor): Promise<Page<SessionView>> {
    return this.sessions.list(actor);
  }

  /** Revoke your other sessions. The current session stays. Returns how many were revoked. */
  @Post('sessions/revoke-others')
  @ApiData(RevokedSessionsView)
  async revokeOtherSessions(@CurrentActor() actor: Actor): Promise<RevokedSessionsView> {
    return { revoked: await this.sessions.revoke(actor, 'others') };
  }

  /** Revoke one of your sessions. Returns how many were revoked. */
  @Delete('sessions/:id')
  @ApiData(RevokedSessionsView)
  async revokeSession(@CurrentActor() actor: Actor, @IdParam() sessionId: string): Promise<RevokedSessionsView> {
    return { revoked: await this.sessions.revoke(actor, { sessionId }) };
  }

  /** Change your password. Requires the current one. All other sessions end and your API tokens are revoked. */
  @Post('password')
  @ApiData(PasswordChangedView)
  async changePassword(@CurrentActor() actor: Actor, @Body() body: ChangePasswordDto): Promise<PasswordChangedView> {
    const { current_password: current, password, end_shared_tokens: sharedTokens = false } = body;
    return passwordChangedView(await this.change.execute({ actor, current, password, sharedTokens }));
  }
}
