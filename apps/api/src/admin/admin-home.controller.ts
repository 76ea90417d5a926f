import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@portal/platform/description';
import { ListApprovals } from '@portal/approvals';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { ApiData } from '@portal/platform/http';
import { AdminHomeView } from './admin-home.view.js';
import { AdminWork } from './read/admin-work.js';
import { ReadSetup } from './read/read-setup.js';

@ApiTags('admin')
@RequireRole('admin')
@Controller('api/v1/admin/home')
export class AdminHomeController {
  constructor(
    private readonly setup: ReadSetup,
    private readonly approvals: ListApprovals,
    private readonly work: AdminWork,
  ) {}

  /** Get the first page of an admin. What waits, how the portal itself is doing, and what happened. */
  @Get()
  @ApiData(AdminHomeView)
  async get(@CurrentActor() actor: Actor): Promise<AdminHomeView> {
    const [setup, { items: approvals }, work] = await Promise.all([
      this.setup.execute(),
      this.approvals.list(actor, { state: 'waiting', limit: 20 }),
      this.work.read(),
    ]);
    return { setup, approvals, ...work };
  }
}
