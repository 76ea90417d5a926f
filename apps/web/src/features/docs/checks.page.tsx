import type { ReactNode } from 'react';
import { StatusBadge } from '../../components/feedback/status-badge.js';
import { checkDocs, recipeDocs, searchChecks } from '../../docs/check-docs.js';
import type { CheckDoc } from '../../docs/check-docs.js';
import { useUrlState } from '../../lib/url-state.js';
import { DocsPage, Filter } from './docs-page.js';

/** Everything that is checked in a Drive; `#C68` leads to one check, `?q=` searches. */
export function ChecksPage(): ReactNode {
  const [query, setQuery] = useUrlState('q');
  const found = searchChecks(query);
  return (
    <DocsPage title="What we check">
      <p className="measure">
        {checkDocs.length} checks, the same ones in the public validator, in the portal and in{' '}
        <code>drive validate</code>. The examples show our engine’s output for a Drive that breaks only that rule.
      </p>
      <Filter value={query} onChange={setQuery} found={found.length} all={checkDocs.length} what="checks" />
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
        Needs {doc.needs}. Contract: {doc.clause}. <code>{doc.rule}</code>
      </p>
      <p>
        {doc.cause} {doc.fix}
      </p>
      {doc.written ? (
        <dl className="evidence">
          <dt>Wrong</dt>
          <dd className="mono">{doc.written.wrong}</dd>
          <dt>Right</dt>
          <dd className="mono">{doc.written.right}</dd>
        </dl>
      ) : null}
      {example ? (
        <dl className="evidence">
          <dt>Example</dt>
          <dd>A Drive with this error: {example.broken}</dd>
          <dt>Expected</dt>
          <dd className="mono">{example.expected}</dd>
          {example.received ? (
            <>
              <dt>Got</dt>
              <dd className="mono">{example.received}</dd>
            </>
          ) : null}
          <dt>Cause</dt>
          <dd>{example.cause}</dd>
          <dt>Fix</dt>
          <dd>{example.fix}</dd>
        </dl>
      ) : null}
    </section>
  );
}

function Recipes(): ReactNode {
  return (
    <section className="card stack" id="recipes" aria-labelledby="recipes-title">
      <h2 id="recipes-title">Common signing mistakes</h2>
      <p className="measure">
        When your Drive rejects a correct signature, we try common signing mistakes and tell you which one it matches.
      </p>
      <div className="table-box" role="region" aria-label="Wrong recipes" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Your Drive …</th>
              <th scope="col">Fix</th>
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
