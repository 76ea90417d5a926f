import { Injectable } from '@nestjs/common';
import { framingOf } from '@portal/conformance';
import {
  apartFrom,
  Authenticator,
  hasRole,
  scopeIds,
  visitedOrigin,
  type Actor,
  type PortalRequest,
} from '@portal/platform/access';
import { Config } from '@portal/platform/config';
import { bypassRowSecurity } from '@portal/platform/database';
import { OutboundClient } from '@portal/platform/outbound';
import { installsErrors } from '../errors.js';
import { InstallQueries } from '../install/read/install-queries.js';
import type { FramedPageView } from './framed-page.view.js';

/** Longest wait for the headers of a page, ms. */
const PAGE_MS = 5_000;

/** Which plugin the document of a page may frame. */
@Injectable()
export class PluginFrame {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly queries: InstallQueries,
    private readonly config: Config,
    private readonly outbound: OutboundClient,
  ) {}

  /**
   * The origin whose pages are shown at `/plugins/installed/<id>/open`; null where nothing may be framed: no operator
   * of the install is signed in, it cannot be opened, or its plugin is at the portal's own host name.
   */
  execute(request: PortalRequest, id: string): Promise<string | null> {
    return bypassRowSecurity(async () => {
      const actor = await this.authenticator.authenticate(request);
      if (!actor || !hasRole(actor, 'operator')) return null;
      const install = await this.queries.find(id, scopeIds(actor, 'operator'));
      const url = install?.pages[0]?.url;
      const shown = url === undefined ? null : apartFrom(this.portalOf(request), url);
      return shown === null ? null : new URL(shown).origin;
    });
  }

  /**
   * A page as the frame loads it, after reading its headers.
   * @param path of the page; `/` is the first one.
   * @throws AppError `install_not_found`, `page_not_found` (404)
   */
  async page(actor: Actor, request: PortalRequest, id: string, path: string): Promise<FramedPageView> {
    const install = await this.queries.find(id, scopeIds(actor, 'operator'));
    if (!install) throw installsErrors.install_not_found();
    const page = path === '/' ? install.pages[0] : install.pages.find((one) => one.path === path);
    const cannot = install.cannot_open === null ? {} : { message: install.cannot_open };
    if (!page) throw installsErrors.page_not_found(cannot);
    const portal = this.portalOf(request);
    const url = apartFrom(portal, page.url);
    if (url === null) return { url, host: new URL(page.url).host, refused: 'own_host', forbidden_by: null };
    const onBody = () => Promise.resolve(false);
    const get = (at: string) =>
      this.outbound.attempt({ url: at, kind: 'page', headers: { accept: 'text/html' }, timeoutMs: PAGE_MS, onBody });
    const framing = await framingOf(get, url, portal);
    const forbiddenBy = 'failure' in framing ? null : framing.forbiddenBy;
    const refused = 'failure' in framing ? 'no_answer' : forbiddenBy === null ? null : 'forbidden';
    return { url, host: new URL(url).host, refused, forbidden_by: forbiddenBy?.slice(0, 300) ?? null };
  }

  private portalOf({ headers }: PortalRequest): string {
    return visitedOrigin(this.config.publicUrl, headers.host);
  }
}
