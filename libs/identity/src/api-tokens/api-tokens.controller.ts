import { Body, Req } from '@nestjs/common';
import {
  CurrentActor,
  Public,
  RequireStepUp,
  SignedIn,
  type Actor,
  type PortalRequest,
  BypassRowSecurity,
} from '@portal/platform/access';
import {
  BodyLimit,
  IdParam,
  SMALL_BODY,
  ApiController,
  DeleteData,
  GetPage,
  PostData,
  DoneView,
} from '@portal/platform/http';
import type { TokenOwner } from './domain/api-token.js';
import { ownSession } from '../sessions/own-session.js';
import { ApiTokensService } from './api-tokens.service.js';
import { RevokeLeakedToken } from './revoke-leaked-token.js';
import { CreateApiTokenDto, LeakedTokenDto } from './api-tokens.dto.js';
import { ApiTokenView, NewApiTokenView } from './api-tokens.view.js';

/** API tokens of a person, managed by the person in a session and not with a token. */
@SignedIn()
@ApiController('api tokens', 'api/v1/api-tokens')
export class ApiTokensController {
  constructor(
    private readonly tokens: ApiTokensService,
    private readonly revokeLeakedToken: RevokeLeakedToken,
  ) {}

  /** List your API tokens. Newest first, without their values. */
  @GetPage('', ApiTokenView)
  list(@CurrentActor() actor: Actor) {
    return this.tokens.list(ownerOf(actor));
  }

  /** Create an API token. Valid for at most 90 days, with at most your own roles. The value is shown only once. */
  @PostData('', NewApiTokenView, { status: 201 })
  @RequireStepUp()
  create(@CurrentActor() actor: Actor, @Body() body: CreateApiTokenDto) {
    const roles = body.roles.map((grant) => ({ role: grant.role, scopeId: grant.scope_id ?? null }));
    return this.tokens.create({
      actor,
      purpose: { kind: 'person', roles, access: body.access },
      name: body.name,
      days: body.expires_in_days,
    });
  }

  /**
   * Revoke a leaked API token. For anyone who finds a token, for example a scanner of public code: sending it revokes
   * it. The response is the same for a token that never existed.
   */
  @PostData('revoke-leaked', DoneView)
  @BodyLimit(SMALL_BODY)
  @Public()
  @BypassRowSecurity('whoever finds a token may end it')
  async revokeLeaked(@Body() body: LeakedTokenDto, @Req() request: PortalRequest) {
    await this.revokeLeakedToken.execute({ token: body.token, ip: request.ip });
    return { done: true };
  }

  /** Revoke one of your API tokens. It stops working immediately. */
  @DeleteData(':id', DoneView)
  async revoke(@CurrentActor() actor: Actor, @IdParam() tokenId: string) {
    await this.tokens.revoke({ actor, owner: ownerOf(actor), tokenId });
    return { done: true };
  }
}

function ownerOf(actor: Actor): TokenOwner {
  return { kind: 'person', userId: ownSession(actor).userId };
}
