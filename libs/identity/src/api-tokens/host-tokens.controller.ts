import { Body } from '@nestjs/common';
import { CurrentActor, RequireRole, TOKEN_SCOPES, type Actor, type TokenScope } from '@portal/platform/access';
import { IdParam, ApiController, DeleteData, GetPage, PostData, DoneView } from '@portal/platform/http';
import { ApiTokensService } from './api-tokens.service.js';
import { CreateHostTokenDto } from './api-tokens.dto.js';
import { HostTokenView, NewApiTokenView } from './api-tokens.view.js';
import type { TokenAccess } from './domain/api-token.js';

const HOST = { kind: 'host' } as const;

/** API tokens of the host platform's services. They belong to no person; any admin manages them. */
@RequireRole('admin')
@ApiController('api tokens', 'api/v1/admin/host-tokens')
export class HostTokensController {
  constructor(private readonly tokens: ApiTokensService) {}

  /** List the API tokens of the host. Newest first, without their values. */
  @GetPage('', HostTokenView)
  list() {
    return this.tokens.listOfHost();
  }

  /**
   * Create an API token for the host. Allows the calls of its scopes, for at most 90 days. The value is shown only
   * once. One that writes works only after another admin has approved it.
   */
  @PostData('', NewApiTokenView, { status: 201 })
  create(@CurrentActor() actor: Actor, @Body() body: CreateHostTokenDto) {
    return this.tokens.create({
      actor,
      purpose: { kind: 'host', scopes: body.scopes ?? scopesOf(body.access) },
      name: body.name,
      days: body.expires_in_days,
      reason: body.reason,
    });
  }

  /** Revoke an API token of the host. It stops working immediately. */
  @DeleteData(':id', DoneView)
  async revoke(@CurrentActor() actor: Actor, @IdParam() tokenId: string) {
    await this.tokens.revoke({ actor, owner: HOST, tokenId });
    return { done: true };
  }
}

/** Default scopes of a token of the host: all that its access allows, but for adding operators. */
function scopesOf(access: TokenAccess = 'read'): TokenScope[] {
  return TOKEN_SCOPES.filter((scope) => scope.endsWith(`:${access}`)).map((scope) =>
    scope === 'operators:write' ? 'operators:read' : scope,
  );
}
