import type { ReactNode } from 'react';
import { StatusBadge } from '../../components/feedback/feedback.js';
import { checkDocs, recipeDocs, searchChecks, type CheckDoc } from '../../docs/check-docs.js';
import { useUrlState } from '../../lib/url-state.js';
import { DocsPage, Filter } from './docs-page.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';
import { rich } from '../../text/rich.js';

/** Everything that is checked in a Drive; `#C68` leads to one check, `?q=` searches. */
export function ChecksPage(): ReactNode {
  const [query, setQuery] = useUrlState('q');
  const found = searchChecks(query);
  return (
    <DocsPage title={common.whatWeCheck}>
      <p className="measure">
        {rich(texts.checks.explanation, { count: checkDocs.length, driveValidate: <code>drive validate</code> })}
      </p>
      <Filter
        value={query}
        onChange={setQuery}
        found={found.length}
        all={checkDocs.length}
        what={texts.checks.names.checks}
      />
      {found.map((doc) => (
        <CheckEntry key={doc.id} doc={doc} />
      ))}
      {query === '' ? <Recipes /> : null}
    </DocsPage>
  );
}

function CheckEntry({ doc }: { doc: CheckDoc }): ReactNode {
  const { example } = doc;
  return (
    <section className="card stack stack-8" id={doc.id} aria-labelledby={`${doc.id}-title`}>
      <div className="row">
        <h2 id={`${doc.id}-title`}>
          <a href={`#${doc.id}`}>{doc.id}</a> {doc.title}
        </h2>
        <StatusBadge kind="level" code={doc.level} />
      </div>
      <p>
        {rich(texts.checks.needsContract, {
          needs: doc.needs,
          clause: doc.clause,
          rule: <code>{doc.rule}</code>,
        })}
      </p>
      <p>
        {doc.cause} {doc.fix}
      </p>
      {doc.written ? (
        <dl className="evidence">
          <dt>{texts.checks.checkEntryFacts.wrong}</dt>
          <dd className="mono">{doc.written.wrong}</dd>
          <dt>{texts.checks.checkEntryFacts.right}</dt>
          <dd className="mono">{doc.written.right}</dd>
        </dl>
      ) : null}
      {example ? (
        <dl className="evidence">
          <dt>{common.example}</dt>
          <dd>{texts.checks.driveError(example.broken)}</dd>
          <dt>{common.expected}</dt>
          <dd className="mono">{example.expected}</dd>
          {example.received ? (
            <>
              <dt>{common.got}</dt>
              <dd className="mono">{example.received}</dd>
            </>
          ) : null}
          <dt>{common.cause}</dt>
          <dd>{example.cause}</dd>
          <dt>{common.fix}</dt>
          <dd>{example.fix}</dd>
        </dl>
      ) : null}
    </section>
  );
}

function Recipes(): ReactNode {
  return (
    <section className="card stack" id="recipes" aria-labelledby="recipes-title">
      <h2 id="recipes-title">{texts.checks.recipesHeading}</h2>
      <p className="measure">{texts.checks.recipesExplanation}</p>
      <div className="table-box" role="region" aria-label={texts.checks.wrongRecipesLabel} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{texts.checks.recipesColumns.yourDrive}</th>
              <th scope="col">{common.fix}</th>
            </tr>
          </thead>
          <tbody>
            {recipeDocs.map(({ name, does, fix }) => (
              <tr key={name}>
                <td className="wrap">{does}</td>
                <td className="wrap">{fix}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
