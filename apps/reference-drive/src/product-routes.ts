import { ANY_ORIGIN, EMBED_DRAFTS, EMBED_SCRIPT, SCRIPT } from './embed.js';
import { bearer, jsonBody, ok, refuse, type Answer, type Call } from './http.js';
import { escapeHtml, page } from './pages.js';
import { exposedPath } from './manifest.js';
import type { Settings } from './options.js';
import type { Install, Store } from './store.js';
import type { Switches } from './switches/index.js';
import type { Workspaces } from './workspaces.js';

/** The Drive's own product: a workspace page that the host mounts, and a small API that the scoped token opens. */
export class ProductRoutes {
  constructor(
    private readonly settings: Settings,
    private readonly store: Store,
    private readonly workspaces: Workspaces,
    private readonly switches: Switches,
  ) {}

  answer(call: Call): Answer | undefined {
    const { pathname } = call.url;
    if (call.method === 'POST' && pathname === '/api/drafts')
      return this.forInstall(call, (install) => this.createDraft(install, jsonBody(call)?.['title']));
    // The page that embeds it is of another origin: browsers send a preflight request first.
    if (call.method === 'OPTIONS' && pathname === EMBED_DRAFTS) return { status: 204, body: '', headers: ANY_ORIGIN };
    if (call.method !== 'GET') return undefined;
    if (pathname === '/icon.svg')
      return { status: 200, body: this.switches.icon(this.settings.icon), type: 'image/svg+xml' };
    if (pathname === '/status') return this.information('All parts are up.');
    if (pathname === '/support') return this.information(`Write to support@${this.settings.id}.example.`);
    if (pathname === '/subprocessors') return this.information('No other company processes your data.');
    if (pathname.startsWith('/app/')) return this.workspacePage(pathname.slice('/app/'.length));
    if (pathname === EMBED_SCRIPT) return { status: 200, body: SCRIPT, type: 'text/javascript; charset=utf-8' };
    if (pathname === EMBED_DRAFTS)
      return {
        ...this.forInstall(call, (install) => this.success({ drafts: this.draftsOf(install) })),
        headers: ANY_ORIGIN,
      };
    if (pathname === '/api/whoami')
      return this.forInstall(call, ({ install_id, tenant_id, venture_id, version, permissions, created_at }) =>
        this.success({ install_id, tenant_id, venture_id, version, permissions, created_at }),
      );
    return undefined;
  }

  /** Answers for the open workspace of the scoped token that came with the call. */
  private forInstall(call: Call, work: (install: Install) => Answer): Answer {
    const token = bearer(call);
    const install = token === undefined ? undefined : this.workspaces.byToken(token);
    return install ? work(install) : refuse(401, 'invalid_token');
  }

  private success(data: object, status?: number): Answer {
    return ok(data, this.store.state.version, this.settings.now(), status);
  }

  private information(text: string): Answer {
    return {
      status: 200,
      body: page(this.settings.name, `<h1>${escapeHtml(this.settings.name)}</h1><p>${escapeHtml(text)}</p>`),
    };
  }

  private createDraft(install: Install, title: unknown): Answer {
    if (typeof title !== 'string' || title.trim() === '' || title.length > 200) return refuse(400, 'missing title');
    const event = this.workspaces.createDraft(install, title.trim());
    return event ? this.success({ event_id: event.id }, 201) : refuse(402, 'quota_exceeded');
  }

  private draftsOf({ install_id: id }: Install): string[] {
    return this.store.state.events
      .filter((event) => event.type === 'draft.created' && event.install_id === id)
      .map((draft) => String(draft.payload['title'] ?? 'Untitled'));
  }

  /** The workspace as the host mounts it: its own page, and below it the page that the manifest exposes. */
  private workspacePage(address: string): Answer | undefined {
    const [installId = '', ...route] = address.split('/');
    if (route.length > 0 && `/${route.join('/')}` !== exposedPath(this.settings)) return undefined;
    const install = this.workspaces.find(installId);
    if (!install)
      return {
        status: 410,
        body: page(
          'Closed',
          '<h1>This workspace is closed</h1><p>Its install was removed; nothing of it can be opened any more.</p>',
        ),
      };
    const rows = this.draftsOf(install)
      .map((title) => `<li>${escapeHtml(title)}</li>`)
      .join('');
    const brand =
      typeof install.config['brand_name'] === 'string'
        ? install.config['brand_name']
        : (install.venture_name ?? 'this venture');
    return {
      status: 200,
      body: page(
        this.settings.name,
        `<h1>Drafts for ${escapeHtml(brand)}</h1>${rows ? `<ul>${rows}</ul>` : '<p>No drafts yet.</p>'}`,
      ),
    };
  }
}
