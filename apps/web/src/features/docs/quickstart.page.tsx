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
        A Drive is your own product on your own server. It connects to the host through seven endpoints and one JSON
        manifest. Build a Drive that passes all checks, in one shell:
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
            <Link to="/docs/checks">Checks</Link>: everything we check, with cause and fix
          </li>
          <li>
            <Link to="/docs/errors">Errors</Link>: your responses, our responses, and manifest errors
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
        <li>You apply. A reviewer decides on the application; you answer questions in its thread.</li>
        <li>After approval, you sign the agreement and get your secret, which is shown once.</li>
        <li>You submit your manifest URL. The checks run immediately; each failure comes with its fix.</li>
        <li>
          A reviewer decides on what passed. Requested changes arrive together: you respond or submit again. After
          approval, the Drive appears in the catalogue.
        </li>
      </ol>
      <h3 id="appeals">If you are rejected</h3>
      <p className="measure">
        Every rejection includes a reason. An owner or developer can appeal a rejected application, a rejected
        submission or the removal of a Drive, once each, within {APPEAL_DAYS} days, on the page that shows the decision.
        A person who was not involved makes the final decision.
      </p>
      <ul className="measure">
        <li>
          If the appeal is granted, the application or submission goes back to review with a different reviewer, and a
          removed Drive returns to its previous status. Ended installs are not restored.
        </li>
        <li>
          If it is dismissed, the rejection is final. You can submit another manifest at any time, and apply again{' '}
          {APPLY_AGAIN_DAYS} days after an application was rejected.
        </li>
        <li>You can withdraw an open appeal. The rejection then becomes final and cannot be appealed again.</li>
        <li>Submitting again while an appeal is open closes the appeal: the new submission is reviewed instead.</li>
      </ul>
    </section>
  );
}
