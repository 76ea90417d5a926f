import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/values/copy.js';
import { Card } from '../../components/layout/page.js';
import steps from '../../docs/quickstart.json';
import { APPEAL_DAYS, APPLY_AGAIN_DAYS } from '../../docs/review-days.js';
import { DocsPage } from './docs-page.js';

/** From nothing to a Drive that passes, and what happens to it then. */
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
      <Review />
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

/** What happens to what an author hands in, and what can be done against a refusal. */
function Review(): ReactNode {
  return (
    <section className="card stack" id="review">
      <h2>From the application to the catalogue</h2>
      <ol className="measure">
        <li>You apply. A reviewer judges the application; what is asked of you is answered in its thread.</li>
        <li>Approved, you sign the agreement and get your secret, which is shown once.</li>
        <li>You submit the address of your manifest. The checks run at once; what fails is named with its fix.</li>
        <li>
          A reviewer judges what passed. Requested changes come all at once: you answer, or submit again. Approved, the
          Drive is in the catalogue.
        </li>
      </ol>
      <h3 id="appeals">When it is refused</h3>
      <p className="measure">
        Each refusal has a reason that you can read. You, as owner or developer, can appeal against a refused
        application, a refused submission and the removal of a Drive: once each, within {APPEAL_DAYS} days, on the page
        that shows the refusal. Somebody who had no part in it decides, and their answer is for good.
      </p>
      <ul className="measure">
        <li>
          Granted, an application or submission is under review again, by somebody else; a removed Drive stands where it
          stood before. Installs that ended do not come back by themselves.
        </li>
        <li>
          Dismissed, the refusal stands. You can submit another manifest at any time, and apply again {APPLY_AGAIN_DAYS}{' '}
          days after the refusal of an application.
        </li>
        <li>While it waits you can withdraw it. The refusal stands then, and is not appealed again.</li>
        <li>Submitting again while an appeal waits ends the appeal: the new submission is judged instead.</li>
      </ul>
    </section>
  );
}
