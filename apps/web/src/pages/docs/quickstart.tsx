import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy.js';
import { Card } from '../../components/page.js';
import steps from '../../docs/quickstart.json';
import { DocsPage } from './docs-page.js';

/** From nothing to a Drive that passes, and the contract on one screen. */
export function QuickstartPage(): ReactNode {
  return (
    <DocsPage title="For authors">
      <p className="measure">
        A Drive is your own product on your own server. It plugs into the host by seven endpoints and one JSON manifest.
        From nothing to a Drive that passes, in one shell:
      </p>
      <ol className="stack">
        {steps.map(({ title, text, command }, i) => (
          <li key={title} className="card stack stack-8">
            <h2>
              {i + 1}. {title}
            </h2>
            <p>{text}</p>
            <div className="row row-start docs-command">
              <pre className="grow" tabIndex={0} role="region" aria-label={title}>
                {command}
              </pre>
              <CopyButton text={command} label={`Copy: ${title}`} />
            </div>
          </li>
        ))}
      </ol>
      <p>
        Then <Link to="/validate">check its public address</Link> and <Link to="/apply">apply to publish it</Link>.
      </p>
      <Card title="More">
        <ul>
          <li>
            <Link to="/docs/contract">Contract</Link>: endpoints, envelope, install, events, limits on one page
          </li>
          <li>
            <Link to="/docs/signing">Signing</Link>: the rule, code, and a form that signs for you in this browser
          </li>
          <li>
            <Link to="/docs/fields">Fields</Link>: every field of a manifest, with rule and example
          </li>
          <li>
            <Link to="/docs/checks">Checks</Link>: everything we look at, with cause and fix
          </li>
          <li>
            <Link to="/docs/errors">Errors</Link>: what you answer, what we answer, and why we could not read a manifest
          </li>
          <li>
            <Link to="/docs/vectors">Test vectors</Link>: cases to download, for any language
          </li>
          <li>
            <Link to="/docs/api">API of the portal</Link>: routes, bodies and refusals
          </li>
        </ul>
      </Card>
    </DocsPage>
  );
}
