import { Body, Controller, Delete, Get, Param, ParseUUIDPipe, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '@portal/kernel';
import { CurrentActor, RequireRole, RequireStepUp, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage } from '@portal/platform/http';
import { CreateApiToken } from './create-api-token.js';
import { ListApiTokens } from './list-api-tokens.js';
import { RevokeApiToken } from './revoke-api-token.js';
import { CreateHostTokenDto } from './api-tokens.dto.js';
import { apiTokenView, ApiTokenView, DoneView, NewApiTokenView } from '../sign-in/identity.view.js';

const HOST = { kind: 'host' } as const;

/** Tokens of the host platform's own services, in nobody's name; any admin looks after them. */
@ApiTags('api tokens')
@RequireRole('admin')
@Controller('api/v1/admin/host-tokens')
export class HostTokensController {
  constructor(
    private readonly listApiTokens: ListApiTokens,
    private readonly createApiToken: CreateApiToken,
    private readonly revokeApiToken: RevokeApiToken,
  ) {}

  /** List the API tokens of the host. Newest first, without their values. */
  @Get()
  @ApiPage(ApiTokenView)
  list(): Promise<Page<ApiTokenView>> {
    return this.listApiTokens.execute(HOST);
  }

  /** Create an API token for the host. Valid for at most 90 days. The value is shown this once. */
  @Post()
  @RequireStepUp()
  @ApiData(NewApiTokenView, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateHostTokenDto): Promise<NewApiTokenView> {
    const { token, secret } = await this.createApiToken.execute({
      actor,
      purpose: HOST,
      name: body.name,
      access: body.access,
      days: body.expires_in_days,
    });
    return { token: apiTokenView(token, actor.name), secret: secret.reveal() };
  }

  /** Revoke an API token of the host. It stops working at once. */
  @Delete(':id')
  @ApiData(DoneView)
  async revoke(@CurrentActor() actor: Actor, @Param('id', ParseUUIDPipe) tokenId: string): Promise<DoneView> {
    await this.revokeApiToken.execute({ actor, owner: HOST, tokenId });
    return { done: true };
  }
}
