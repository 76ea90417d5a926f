import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { invariant, type Page } from '@portal/kernel';
import { CurrentActor, MemberMay, RequireRole, RequireStepUp, scopeIds, type Actor } from '@portal/platform/access';
import { ApiData, ApiPage, IdParam } from '@portal/platform/http';
import { ApiTokensService } from './api-tokens.service.js';
import { CreateOrganizationTokenDto } from './api-tokens.dto.js';
import { DoneView } from '../sign-in/identity.view.js';
import { ApiTokenView, NewApiTokenView } from './api-tokens.view.js';

/** API tokens of an author's organisation. They keep working when their creator leaves, and every owner sees them. */
@ApiTags('api tokens')
@RequireRole('author')
@MemberMay('own')
@Controller('api/v1/author/api-tokens')
export class OrganizationTokensController {
  constructor(private readonly tokens: ApiTokensService) {}

  /** List the API tokens of your organisation. Newest first, without their values. */
  @Get()
  @ApiPage(ApiTokenView)
  list(@CurrentActor() actor: Actor): Promise<Page<ApiTokenView>> {
    return this.tokens.list({ kind: 'organization', orgId: organizationOf(actor) });
  }

  /** Create an API token for your organisation. Valid for at most 90 days. The value is shown only once. */
  @Post()
  @RequireStepUp()
  @ApiData(NewApiTokenView, { status: 201 })
  create(@CurrentActor() actor: Actor, @Body() body: CreateOrganizationTokenDto): Promise<NewApiTokenView> {
    return this.tokens.create({
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
  }

  /** Revoke an API token of your organisation. It stops working immediately. */
  @Delete(':id')
  @ApiData(DoneView)
  async revoke(@CurrentActor() actor: Actor, @IdParam() tokenId: string): Promise<DoneView> {
    const owner = { kind: 'organization', orgId: organizationOf(actor) } as const;
    await this.tokens.revoke({ actor, owner, tokenId });
    return { done: true };
  }
}

function organizationOf(actor: Actor): string {
  const [orgId] = scopeIds(actor, 'author');
  invariant(orgId, 'an owner has an organisation');
  return orgId;
}
