import { Body, Controller, Delete, Get, Param, ParseUUIDPipe, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { invariant, type Page } from '@portal/kernel';
import { ApiData, ApiPage, CurrentActor, SignedIn, RequireStepUp, type Actor } from '@portal/platform';
import { CreateApiToken } from '../create-api-token.js';
import { ListApiTokens } from '../read/list-api-tokens.js';
import { RevokeApiToken } from '../revoke-api-token.js';
import { CreateApiTokenDto } from './identity.dto.js';
import { apiTokenView, ApiTokenView, DoneView, NewApiTokenView } from './identity.view.js';

@ApiTags('api tokens')
@SignedIn()
@Controller('api/v1/api-tokens')
export class ApiTokensController {
  constructor(
    private readonly list: ListApiTokens,
    private readonly create: CreateApiToken,
    private readonly revoke: RevokeApiToken,
  ) {}

  @Get()
  @ApiPage(ApiTokenView)
  async own(@CurrentActor() actor: Actor): Promise<Page<ApiTokenView>> {
    invariant(actor.userId, 'a signed-in actor has a user');
    return this.list.execute(actor.userId);
  }

  @RequireStepUp()
  @Post()
  @ApiData(NewApiTokenView, { status: 201 })
  async make(@CurrentActor() actor: Actor, @Body() body: CreateApiTokenDto): Promise<NewApiTokenView> {
    const roles = body.roles.map((grant) => ({ role: grant.role, scopeId: grant.scope_id ?? null }));
    const { token, secret } = await this.create.execute({ actor, name: body.name, roles, days: body.expires_in_days });
    return { token: apiTokenView(token), secret: secret.reveal() };
  }

  @Delete(':id')
  @ApiData(DoneView)
  async end(@CurrentActor() actor: Actor, @Param('id', ParseUUIDPipe) tokenId: string): Promise<DoneView> {
    await this.revoke.execute({ actor, tokenId });
    return { done: true };
  }
}
