import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../components/values/values.js';
import { Card } from '../../components/layout/page.js';
import ci from '../../docs/ci.json';
import steps from '../../docs/quickstart.json';
import { APPEAL_DAYS, APPLY_AGAIN_DAYS } from '../../docs/review-days.js';
import { DocsPage } from './docs-page.js';
import { texts } from './texts.js';
import { common, rich } from '../../text/common.js';

/** From nothing to a Drive that passes, and the steps after it. */
export function QuickstartPage() {
  return (
    <DocsPage title={common.forAuthors}>
      <p className="measure">{texts.quickstart.introduction}</p>
      <Steps steps={steps} />
      <p>
        {rich(texts.quickstart.nextSteps, {
          validate: (text) => <Link to="/validate">{text}</Link>,
          apply: (text) => <Link to="/apply">{text}</Link>,
        })}
      </p>
      <h2 id="ci">{texts.quickstart.ciHeading}</h2>
      <p className="measure">{texts.quickstart.ciIntroduction}</p>
      <Steps steps={ci} />
      <Review />
      <Card title={texts.quickstart.moreTitle}>
        <ul>
          {texts.quickstart.more.map(([to, text]) => (
            <li key={to}>{rich(text, { link: (words) => <Link to={to}>{words}</Link> })}</li>
          ))}
        </ul>
      </Card>
    </DocsPage>
  );
}

/** Commands with the address of this portal. */
function Steps({ steps: list }: { steps: typeof steps }) {
  const here = (text: string) => text.replaceAll('https://portal.example.com', location.origin);
  return (
    <ol className="stack">
      {list.map(({ title, text, command }, i) => (
        <li key={title} className="card stack stack-8">
          <h2>
            {i + 1}. {title}
          </h2>
          <p>{here(text)}</p>
          <div className="row row-start docs-command">
            <pre className="grow" tabIndex={0} role="region" aria-label={title}>
              {here(command)}
            </pre>
            <CopyButton text={here(command)} label={texts.quickstart.copy(title)} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The course of a submission, and the remedies against a refusal. */
function Review() {
  return (
    <Card id="review" title={texts.quickstart.processHeading}>
      <ol className="measure">
        <li>{texts.quickstart.applyStep}</li>
        <li>{texts.quickstart.signStep}</li>
        <li>{texts.quickstart.submitStep}</li>
        <li>{texts.quickstart.reviewStep}</li>
      </ol>
      <h3 id="appeals">{texts.quickstart.rejectedHeading}</h3>
      <p className="measure">{texts.quickstart.reviewExplanation(APPEAL_DAYS)}</p>
      <ul className="measure">
        <li>{texts.quickstart.appealGranted}</li>
        <li>{texts.quickstart.appealDismissed(APPLY_AGAIN_DAYS)}</li>
        <li>{texts.quickstart.appealWithdrawn}</li>
        <li>{texts.quickstart.appealClosedBySubmission}</li>
      </ul>
    </Card>
  );
}
