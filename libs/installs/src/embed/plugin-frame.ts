import { Injectable } from '@nestjs/common';
import { Authenticator, hasRole, scopeIds, type PortalRequest } from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { bypassRowSecurity } from '@portal/platform/database';
import { InstallQueries } from '../install/read/install-queries.js';

/** Which plugin the document of a page may frame. */
@Injectable()
export class PluginFrame {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly queries: InstallQueries,
    private readonly config: Config,
  ) {}

  /**
   * The origin whose pages are shown at `/plugins/installed/<id>/open`; null where nothing may be framed: no operator
   * of the install is signed in, it cannot be opened, or its plugin says that it is at the portal's own origin.
   */
  execute(request: PortalRequest, id: string): Promise<string | null> {
    return bypassRowSecurity(async () => {
      const actor = await this.authenticator.authenticate(request);
      if (!actor || !hasRole(actor, 'operator')) return null;
      const install = await this.queries.find(id, scopeIds(actor, 'operator'));
      const url = install?.pages[0]?.url;
      if (url === undefined) return null;
      const { origin } = new URL(url);
      return origin === new URL(this.config.publicUrl).origin ? null : origin;
    });
  }
}
