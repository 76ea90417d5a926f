import { Body } from '@nestjs/common';
import { invariant } from '@portal/kernel';
import { CurrentActor, MemberMay, RequireRole, RequireStepUp, scopeIds, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, DeleteData, GetPage, PostData, DoneView } from '@portal/platform/http';
import { ApiTokensService } from './api-tokens.service.js';
import { CreateOrganizationTokenDto } from './api-tokens.dto.js';
import { ApiTokenView, NewApiTokenView } from './api-tokens.view.js';

/** API tokens of an author's organisation. They keep working when their creator leaves, and every owner sees them. */
@RequireRole('author')
@MemberMay('own')
@ApiController('api tokens', 'api/v1/author/api-tokens')
export class OrganizationTokensController {
  constructor(private readonly tokens: ApiTokensService) {}

  /** List the API tokens of your organisation. Newest first, without their values. */
  @GetPage('', ApiTokenView)
  list(@CurrentActor() actor: Actor) {
    return this.tokens.list({ kind: 'organization', orgId: organizationOf(actor) });
  }

  /** Create an API token for your organisation. Valid for at most 90 days. The value is shown only once. */
  @PostData('', NewApiTokenView, { status: 201 })
  @RequireStepUp()
  create(@CurrentActor() actor: Actor, @Body() body: CreateOrganizationTokenDto) {
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
  @DeleteData(':id', DoneView)
  async revoke(@CurrentActor() actor: Actor, @IdParam() tokenId: string) {
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
