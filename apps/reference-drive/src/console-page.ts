import type { ConsoleView } from './control-routes.js';
import { escapeHtml as e, page } from './pages.js';
import { GROUPS, type SwitchView } from './switches/index.js';

const DONE: Readonly<Record<string, string>> = {
  secret: 'The secret is accepted from now on; the one before it stays valid for 24 hours.',
  publish:
    'A new version is published. The host sees it at its next look, or at once with "publish now" in the portal.',
  emit: 'The event is in the log.',
  fault: 'The fault will occur.',
  condition: 'It is so from now on.',
  reset: 'Everything is as it should be again.',
};
const DELAYS_MS = [0, 500, 3_000, 12_000] as const;

/** The author's console as one page of plain forms. `open` names the switch that was just turned. */
export function consolePage(view: ConsoleView, done: string | null, open: string | null): string {
  const { drive } = view;
  const notice =
    done !== null && Object.hasOwn(DONE, done) ? `<p class="notice" role="status">${e(DONE[done]!)}</p>` : '';
  return page(
    `${drive.name}: author's console`,
    `<header><h1>${e(drive.name)}</h1><p class="muted">The author's console. It answers only on this machine.</p>
<dl class="facts">${fact('Version', drive.version)}${fact('Manifest shape', drive.shape === 'a' ? 'A, flat' : 'B, structured')}${fact('Install variant', drive.install_variant)}${fact('Installs', String(view.installs.filter(({ revoked_at }) => revoked_at === null).length))}${fact('Events', String(view.event_count))}</dl>
<p><a href="/api/platform/drive/manifest">Manifest</a> · <a href="/api/platform/health">Health</a> · <a href="/_control/state">All of this as JSON</a></p></header>
${notice}${troubles(view)}
<section aria-labelledby="act"><h2 id="act">Act</h2><div class="cards">${publishCard()}${emitCard(view)}${secretCard(view)}${conditionCard(view)}</div></section>
<section aria-labelledby="break"><h2 id="break">Break it</h2><p class="muted">Each switch breaks one rule of the contract; the numbers are the checks that then fire. All are off after a restart.</p>
${GROUPS.map((group) => switchGroup(view, group, open)).join('\n')}</section>
<section><h2>Installs</h2>${table(
      ['Workspace', 'Tenant', 'Venture', 'Version', 'State'],
      view.installs.map((one) => [
        one.install_id,
        one.tenant_id,
        one.venture_name ?? one.venture_id ?? '',
        one.version,
        one.revoked_at === null ? 'active' : 'revoked',
      ]),
    )}</section>
<section><h2>Last events</h2>${table(
      ['When', 'Kind', 'Payload'],
      view.events
        .slice(-20)
        .reverse()
        .map((event) => [new Date(event.ts).toISOString(), event.type, JSON.stringify(event.payload)]),
    )}</section>
${received(view)}<section><h2>Last requests from the host</h2>${table(
      ['When', 'Request', 'Answer'],
      view.requests
        .slice(0, 30)
        .map((row) => [row.at, `${row.method} ${row.path}`, `${row.status ?? 'cut'} ${row.error ?? ''}`]),
    )}</section>`,
  );
}

function received({ received: events }: ConsoleView): string {
  if (events.length === 0) return '';
  return `<section><h2>Events from the host</h2>${table(
    ['When', 'Kind', 'Payload', 'Workspace'],
    events
      .slice(-20)
      .reverse()
      .map((event) => [
        new Date(event.ts).toISOString(),
        event.type,
        JSON.stringify(event.payload),
        event.install_id ?? '',
      ]),
  )}</section>`;
}

const fact = (name: string, value: string): string => `<div><dt>${e(name)}</dt><dd>${e(value)}</dd></div>`;

/** Faults that are switched on, and how to end them. */
function troubles({ switches, condition, faults }: ConsoleView): string {
  const on = switches.filter((one) => one.on);
  const said = [
    ...(condition.dark ? ['It is dark: every connection is cut.'] : []),
    ...(condition.delay_ms > 0 ? [`Every answer comes ${condition.delay_ms} ms late.`] : []),
    ...(faults.length > 0 ? [`${faults.length} faults are queued.`] : []),
    ...on.map(({ title, breaks }) => `${title} (${breaks.join(', ')}).`),
  ];
  if (said.length === 0) return '<p class="calm">Nothing is broken on purpose.</p>';
  return `<div class="trouble"><p><strong>Broken on purpose</strong></p><ul>${said.map((text) => `<li>${e(text)}</li>`).join('')}</ul>${form('reset', '<button>Reset everything</button>')}</div>`;
}

const form = (action: string, body: string): string =>
  `<form method="post" action="/_control/${action}">${body}</form>`;
const card = (title: string, body: string): string => `<div class="card"><h3>${title}</h3>${body}</div>`;

function publishCard(): string {
  return card(
    'Publish a version',
    `<p class="muted">One minor up: one event kind, one permission and one config field more.</p>${form('publish', '<label>Version<input name="version" placeholder="next minor" pattern="\\d+\\.\\d+\\.\\d+"></label><button>Publish</button>')}`,
  );
}

function emitCard({ installs }: ConsoleView): string {
  const options = installs
    .filter(({ revoked_at }) => revoked_at === null)
    .map((one) => `<option value="${e(one.install_id)}">${e(one.venture_name ?? one.install_id)}</option>`)
    .join('');
  return card(
    'Emit an event',
    form(
      'emit',
      `<label>Workspace<select name="install_id"><option value="">the Drive as a whole</option>${options}</select></label><label>Kind<input name="type" value="draft.created" required></label><button>Emit</button>`,
    ),
  );
}

function secretCard({ accepted_secrets: accepted }: ConsoleView): string {
  const state =
    accepted === 0
      ? 'None yet: every signed request is refused until you paste the one that the portal showed you.'
      : `${accepted} accepted.`;
  return card(
    'Signing secret',
    `<p class="muted">${state}</p>${form('secret', '<label>Secret<input type="password" name="secret" autocomplete="off" required></label><label>Previous secret<select name="only"><option value="false">accept for 24 more hours</option><option value="true">refuse from now on (it leaked)</option></select></label><button>Accept</button>')}`,
  );
}

function conditionCard({ condition }: ConsoleView): string {
  const delays = DELAYS_MS.map(
    (ms) =>
      `<option value="${ms}"${ms === condition.delay_ms ? ' selected' : ''}>${ms === 0 ? 'no delay' : `${ms} ms late`}</option>`,
  ).join('');
  const other = DELAYS_MS.some((ms) => ms === condition.delay_ms)
    ? ''
    : `<option value="${condition.delay_ms}" selected>${condition.delay_ms} ms late</option>`;
  return card(
    'Slow down or go dark',
    `${form('condition', `<label>Every answer<select name="delay_ms">${delays}${other}</select></label><button>Set</button>`)}${form('condition', `<input type="hidden" name="dark" value="${!condition.dark}"><button class="${condition.dark ? 'on' : ''}">${condition.dark ? 'Answer again' : 'Go dark'}</button>`)}`,
  );
}

function switchGroup({ switches }: ConsoleView, group: string, open: string | null): string {
  const own = switches.filter((one) => one.group === group);
  if (own.length === 0) return '';
  const on = own.filter((one) => one.on).length;
  const isOpen = on > 0 || own.some(({ name }) => name === open);
  return `<details${isOpen ? ' open' : ''}><summary>${e(group.charAt(0).toUpperCase() + group.slice(1))} <span class="muted">${own.length} switches${on > 0 ? `, <strong>${on} on</strong>` : ''}</span></summary><ul class="switches">${own.map(switchRow).join('')}</ul></details>`;
}

function switchRow({ name, title, breaks, on }: SwitchView): string {
  return `<li id="${e(name)}"><div><span id="${e(name)}-title">${e(title)}</span><br><code>${e(name)}</code> <span class="muted">breaks ${e(breaks.join(', '))}</span></div>${form(
    'switch',
    `<input type="hidden" name="name" value="${e(name)}"><input type="hidden" name="on" value="${!on}"><button role="switch" aria-checked="${on}" aria-labelledby="${e(name)}-title" class="${on ? 'on' : ''}">${on ? 'On' : 'Off'}</button>`,
  )}</li>`;
}

/** On a narrow screen each row becomes a block whose cells carry the name of their column. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '<p class="muted">None yet.</p>';
  const cells = (row: readonly string[]): string =>
    row.map((cell, i) => `<td data-name="${e(head[i] ?? '')}">${e(cell)}</td>`).join('');
  return `<table><thead><tr>${head.map((name) => `<th scope="col">${e(name)}</th>`).join('')}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</tbody></table>`;
}
