import { Body, Controller, Delete, Get, Param, ParseUUIDPipe, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { invariant, type Page } from '@portal/kernel';
import { CurrentActor, MemberMay, RequireRole, RequireStepUp, scopeIds, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage } from '@portal/platform/http';
import { CreateApiToken } from './create-api-token.js';
import { ListApiTokens } from './list-api-tokens.js';
import { RevokeApiToken } from './revoke-api-token.js';
import { CreateOrganizationTokenDto } from './api-tokens.dto.js';
import { apiTokenView, ApiTokenView, DoneView, NewApiTokenView } from '../sign-in/identity.view.js';

/** API tokens of an author's organisation. They keep working when their creator leaves, and every owner sees them. */
@ApiTags('api tokens')
@RequireRole('author')
@MemberMay('own')
@Controller('api/v1/author/api-tokens')
export class OrganizationTokensController {
  constructor(
    private readonly listApiTokens: ListApiTokens,
    private readonly createApiToken: CreateApiToken,
    private readonly revokeApiToken: RevokeApiToken,
  ) {}

  /** List the API tokens of your organisation. Newest first, without their values. */
  @Get()
  @ApiPage(ApiTokenView)
  list(@CurrentActor() actor: Actor): Promise<Page<ApiTokenView>> {
    return this.listApiTokens.execute({ kind: 'organization', orgId: organizationOf(actor) });
  }

  /** Create an API token for your organisation. Valid for at most 90 days. The value is shown only once. */
  @Post()
  @RequireStepUp()
  @ApiData(NewApiTokenView, { status: 201 })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateOrganizationTokenDto): Promise<NewApiTokenView> {
    const { token, secret } = await this.createApiToken.execute({
      actor,
      purpose: {
        kind: 'organization',
        orgId: organizationOf(actor),
        member: body.member_role,
        access: body.access,
      },
      name: body.name,
      days: body.expires_in_days,
    });
    return { token: apiTokenView(token, actor.name), secret: secret.reveal() };
  }

  /** Revoke an API token of your organisation. It stops working immediately. */
  @Delete(':id')
  @ApiData(DoneView)
  async revoke(@CurrentActor() actor: Actor, @Param('id', ParseUUIDPipe) tokenId: string): Promise<DoneView> {
    const owner = { kind: 'organization', orgId: organizationOf(actor) } as const;
    await this.revokeApiToken.execute({ actor, owner, tokenId });
    return { done: true };
  }
}

function organizationOf(actor: Actor): string {
  const [orgId] = scopeIds(actor, 'author');
  invariant(orgId, 'an owner has an organisation');
  return orgId;
}
