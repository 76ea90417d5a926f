import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy.js';
import { Card, Page } from '../../components/page.js';

const STEPS: readonly { title: string; text: string; command?: string }[] = [
  {
    title: 'Make a Drive that works',
    text: 'One file for plain Node, with no dependency on us. It keeps the whole contract, so every check passes at once.',
    command: 'drive init my-drive',
  },
  {
    title: 'Run it with a secret of your own',
    text: 'The real secret is shown to you once, after your application is approved and you have signed the agreement.',
    command: `export PLATFORM_AGENT_SECRET=$(node -p "require('crypto').randomBytes(32).toString('hex')")
cd my-drive && npm start`,
  },
  {
    title: 'Check it from your own machine',
    text: 'All checks, with your key. --lifecycle also installs and revokes on a tenant that exists for this only.',
    command: 'drive validate http://127.0.0.1:4020/api/platform/drive/manifest --lifecycle',
  },
  {
    title: 'Play the host against it',
    text: 'Install, poll, rotate the key and uninstall, step by step, as the host will do it.',
    command: 'drive mock-host http://127.0.0.1:4020',
  },
];

const ENDPOINTS: readonly [string, string, string][] = [
  ['GET', '/api/platform/health', 'public: does it live'],
  ['GET', '/api/platform/drive/manifest', 'public: what it is'],
  ['GET', '/api/platform/metrics', 'signed: how it is used'],
  ['GET', '/api/platform/events?since=<ms>', 'signed: what happened, append-only'],
  ['GET', '/api/platform/billing?tenant_id=<id>', 'signed: what a tenant owes'],
  ['POST', '/api/platform/install', 'signed: a venture begins to use it'],
  ['DELETE', '/api/platform/install/:id', 'signed: it ends, the token is dead'],
];

/** From nothing to a Drive that passes, and the contract on one screen. */
export function QuickstartPage(): ReactNode {
  return (
    <Page title="For authors">
      <p className="measure">
        A Drive is your own product on your own server. It plugs into the host by seven endpoints and one JSON manifest.
        Five minutes from nothing to a Drive that passes:
      </p>
      <ol className="stack">
        {STEPS.map(({ title, text, command }, i) => (
          <li key={title} className="card stack stack-8">
            <h2>
              {i + 1}. {title}
            </h2>
            <p>{text}</p>
            {command ? (
              <div className="row row-start">
                <pre className="grow" tabIndex={0} aria-label={title}>
                  {command}
                </pre>
                <CopyButton text={command} label={`Copy: ${title}`} />
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      <p>
        Then <Link to="/validate">check its public address</Link> and <Link to="/apply">apply to publish it</Link>.
      </p>
      <Card title="The seven endpoints">
        <div className="table-box" role="region" aria-label="The seven endpoints" tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Method</th>
                <th scope="col">Path</th>
                <th scope="col">What it is</th>
              </tr>
            </thead>
            <tbody>
              {ENDPOINTS.map(([method, path, what]) => (
                <tr key={path}>
                  <td>{method}</td>
                  <td>
                    <code>{path}</code>
                  </td>
                  <td className="wrap">{what}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p>
          Every answer comes in an envelope: <code>{'{ "ok": true, "data": …, "meta": … }'}</code>, or{' '}
          <code>{'{ "ok": false, "error": "<reason>" }'}</code> with a 4xx or 5xx status.
        </p>
      </Card>
      <Card title="More">
        <ul>
          <li>
            <Link to="/docs/signing">Signing</Link>: the rule, code, and a form that signs for you in this browser
          </li>
          <li>
            <Link to="/docs/checks">Checks</Link>: everything we look at, with cause and fix
          </li>
          <li>
            <a href="/api/docs">API of the portal</a>
          </li>
        </ul>
      </Card>
    </Page>
  );
}
