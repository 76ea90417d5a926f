import { Body, Controller, Delete, Get, HttpCode, Param, ParseUUIDPipe, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, RequireStepUp, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage } from '@portal/platform/http';
import { ApproveHostToken } from './approve-host-token.js';
import { CreateHostToken, scopesOf } from './create-host-token.js';
import { ListHostTokens } from './list-host-tokens.js';
import { RevokeApiToken } from './revoke-api-token.js';
import { CreateHostTokenDto } from './api-tokens.dto.js';
import { apiTokenView, DoneView, NewApiTokenView } from '../sign-in/identity.view.js';
import { HostTokenView } from './host-tokens.view.js';

const HOST = { kind: 'host' } as const;

/** API tokens of the host platform's services. They belong to no person; any admin manages them. */
@ApiTags('api tokens')
@RequireRole('admin')
@Controller('api/v1/admin/host-tokens')
export class HostTokensController {
  constructor(
    private readonly listHostTokens: ListHostTokens,
    private readonly createHostToken: CreateHostToken,
    private readonly approveHostToken: ApproveHostToken,
    private readonly revokeApiToken: RevokeApiToken,
  ) {}

  /** List the API tokens of the host. Newest first, without their values. */
  @Get()
  @ApiPage(HostTokenView)
  list(): Promise<Page<HostTokenView>> {
    return this.listHostTokens.execute();
  }

  /**
   * Create an API token for the host. Allows the calls of its scopes, for at most 90 days. The value is shown only
   * once. With `operators:write`, it works only after another admin has approved it; the other admins are notified by
   * email.
   */
  @Post()
  @RequireStepUp()
  @ApiData(NewApiTokenView, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateHostTokenDto): Promise<NewApiTokenView> {
    const { token, secret } = await this.createHostToken.execute({
      actor,
      scopes: body.scopes ?? scopesOf(body.access),
      name: body.name,
      days: body.expires_in_days,
    });
    return { token: apiTokenView(token, actor.name), secret: secret.reveal() };
  }

  /**
   * Approve an API token of the host. By an admin other than the one who created it. It works from the next request on.
   */
  @Post(':id/approve')
  @RequireStepUp()
  @HttpCode(200)
  @ApiData(DoneView)
  async approve(@CurrentActor() actor: Actor, @Param('id', ParseUUIDPipe) tokenId: string): Promise<DoneView> {
    await this.approveHostToken.execute({ actor, tokenId });
    return { done: true };
  }

  /** Revoke an API token of the host. It stops working immediately. */
  @Delete(':id')
  @ApiData(DoneView)
  async revoke(@CurrentActor() actor: Actor, @Param('id', ParseUUIDPipe) tokenId: string): Promise<DoneView> {
    await this.revokeApiToken.execute({ actor, owner: HOST, tokenId });
    return { done: true };
  }
}
