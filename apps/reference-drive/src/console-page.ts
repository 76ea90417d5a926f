import type { ConsoleView } from './control-routes.js';
import { escapeHtml as e, page } from './pages.js';

const DONE: Readonly<Record<string, string>> = {
  secret: 'The secret is accepted from now on; the one before it stays valid for 24 hours.',
  publish:
    'A new version is published. The host sees it at its next look, or at once with "publish now" in the portal.',
  emit: 'The event is in the log.',
  fault: 'The fault will be played.',
};

/** The author's console as one page of plain forms. */
export function consolePage(view: ConsoleView, done: string | null): string {
  const notice = done !== null && DONE[done] ? `<p class="notice" role="status">${e(DONE[done])}</p>` : '';
  const active = view.installs.filter((install) => install.revoked_at === null);
  return page(
    `${view.drive.name}: author's console`,
    `<h1>${e(view.drive.name)}: author's console</h1>
<p>Version <strong>${e(view.drive.version)}</strong>. Manifest: <a href="/api/platform/drive/manifest"><code>/api/platform/drive/manifest</code></a>. This page answers only on this machine.</p>${notice}
<h2>Signing secret</h2>
<p>${view.accepted_secrets === 0 ? 'None yet: every signed request is refused until you paste the one that the portal showed you.' : `${view.accepted_secrets} accepted.`}</p>
<form method="post" action="/_control/secret"><label>Secret<input type="password" name="secret" autocomplete="off" required size="44"></label>
<label>Previous secret<select name="only"><option value="false">accept for 24 more hours</option><option value="true">refuse from now on (it leaked)</option></select></label><button>Accept</button></form>
<h2>Publish</h2>
<form method="post" action="/_control/publish"><label>Version<input name="version" placeholder="next minor" pattern="\\d+\\.\\d+\\.\\d+"></label><button>Publish new version</button></form>
<h2>Installs</h2>${table(
      ['Workspace', 'Tenant', 'Venture', 'Version', 'State'],
      view.installs.map((one) => [
        one.install_id,
        one.tenant_id,
        one.venture_name ?? one.venture_id ?? '',
        one.version,
        one.revoked_at === null ? 'active' : 'revoked',
      ]),
    )}
<h2>Emit an event</h2>
<form method="post" action="/_control/emit"><label>Workspace<select name="install_id"><option value="">the Drive as a whole</option>${active.map((one) => `<option value="${e(one.install_id)}">${e(one.venture_name ?? one.install_id)}</option>`).join('')}</select></label>
<label>Kind<input name="type" value="draft.created" required></label><button>Emit</button></form>
<h2>Last events</h2>${table(
      ['When', 'Kind', 'Payload'],
      view.events
        .slice(-20)
        .reverse()
        .map((event) => [new Date(event.ts).toISOString(), event.type, JSON.stringify(event.payload)]),
    )}
<h2>Last requests from the host</h2>${table(
      ['When', 'Request', 'Answer'],
      view.requests
        .slice(0, 30)
        .map((row) => [row.at, `${row.method} ${row.path}`, `${row.status ?? 'cut'} ${row.error ?? ''}`]),
    )}`,
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '<p>None yet.</p>';
  const cells = (row: readonly string[]): string => row.map((cell) => `<td>${e(cell)}</td>`).join('');
  return `<table><thead><tr>${head.map((name) => `<th scope="col">${e(name)}</th>`).join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`;
}
