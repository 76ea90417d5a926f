import { Body, Param } from '@nestjs/common';
import type { Page } from '@portal/kernel';
import { CurrentActor, Public, RequireRole, type Actor } from '@portal/platform/access';
import { ApiController, GetPage, PostPage } from '@portal/platform/http';
import { AnnounceSunsetBody, ContractVersionView, contractVersionView } from './contract-versions.view.js';
import { ContractVersions } from './contract-versions.js';

@Public()
@ApiController('public', 'api/public/contract-versions')
export class PublicContractVersionsController {
  constructor(private readonly versions: ContractVersions) {}

  /** List the versions of the Drive contract. Oldest first, with the dates on which they were released and end. */
  @GetPage('', ContractVersionView)
  list() {
    return pageOf(this.versions);
  }
}

@RequireRole('admin')
@ApiController('admin', 'api/v1/admin/contract-versions')
export class AdminContractVersionsController {
  constructor(private readonly versions: ContractVersions) {}

  /**
   * Announce when a contract version ends. At least six months after it is deprecated, and with a released successor
   * until then. Announced again, the end can only move later.
   */
  @PostPage(':major/sunset', ContractVersionView)
  async sunset(@CurrentActor() actor: Actor, @Param('major') major: string, @Body() body: AnnounceSunsetBody) {
    const dates = { deprecatedAt: new Date(body.deprecated_at), sunsetAt: new Date(body.sunset_at) };
    await this.versions.announceSunset(Number(major), dates, actor);
    return pageOf(this.versions);
  }
}

async function pageOf(versions: ContractVersions): Promise<Page<ContractVersionView>> {
  const { contractVersions, at } = await versions.now();
  return { items: contractVersions.map((version) => contractVersionView(version, at)), next_cursor: null };
}
