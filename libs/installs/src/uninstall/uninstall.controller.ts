import { Body } from '@nestjs/common';
import { CurrentActor, RequireRole, type Actor } from '@portal/platform/access';
import { IdParam, ApiController, PostData } from '@portal/platform/http';
import { authorizedInstall } from '../install/authorized-install.js';
import { UninstallBody } from '../install/http/installs.dto.js';
import { InstallView } from '../install/read/installs.view.js';
import { InstallQueries } from '../install/read/install-queries.js';
import { Uninstall } from './uninstall.js';

/** An operator ends an install. */
@ApiController('operator', 'api/v1/operator')
@RequireRole('operator')
export class UninstallController {
  constructor(
    private readonly queries: InstallQueries,
    private readonly uninstallUseCase: Uninstall,
  ) {}

  /** Uninstall a plugin. Needs the confirmation text. The plugin is notified in the background. */
  @PostData('installs/:id/uninstall', InstallView, { status: 202 })
  async uninstall(@IdParam() id: string, @Body() body: UninstallBody, @CurrentActor() actor: Actor) {
    await this.uninstallUseCase.execute(id, body.confirm, actor);
    return authorizedInstall(this.queries, id, actor);
  }
}
