import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppError, commonErrors } from '@portal/kernel';
import { CurrentActor, MemberMay, RequireRole, scopeIds, type Actor } from '@portal/platform/access';
import { bypassRowSecurityFor } from '@portal/platform/database';
import { ApiData } from '@portal/platform/http';
import { Unpaid } from '../read/unpaid.js';
import { UnpaidListView } from './payouts.view.js';

@ApiTags('author money')
@Controller('api/v1/author')
@RequireRole('author')
export class AuthorUnpaidController {
  constructor(private readonly unpaid: Unpaid) {}

  /** List what has not been paid to you. By currency: every amount with its reason and when it is expected. */
  @Get('unpaid')
  @MemberMay('see_money')
  @ApiData(UnpaidListView)
  async get(@CurrentActor() actor: Actor): Promise<UnpaidListView> {
    const [orgId] = scopeIds(actor, 'author');
    if (orgId === undefined) throw new AppError(commonErrors.not_found);
    return { items: await bypassRowSecurityFor(orgId, () => this.unpaid.of(orgId)) };
  }
}
