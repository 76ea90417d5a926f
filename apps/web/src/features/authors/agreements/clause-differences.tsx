import { lazy, Suspense } from 'react';
import type { ClauseDifferenceView } from '../../../api/schema.js';
import { Loading, StatusBadge } from '../../../components/feedback/feedback.js';
import { texts } from '../texts/agreements.js';

const TextDiff = lazy(() => import('./text-diff.js'));

const nameOf = (clause: ClauseDifferenceView['before']): string =>
  clause === null ? '' : `${clause.number === null ? '' : `${clause.number}. `}${clause.title}`.trim();

function titleOf({ before, after, change }: ClauseDifferenceView): string {
  const [was, is] = [nameOf(before), nameOf(after)];
  if (is === '' && was === '') return texts.clauseDifferences.paragraph;
  return was !== '' && is !== '' && was !== is
    ? texts.clauseDifferences.numberWas(is, was)
    : change === 'removed'
      ? was
      : is;
}

/** Differences from an earlier version, clause by clause. */
export function ClauseDifferences({
  against,
  differences,
}: {
  against: string;
  differences: readonly ClauseDifferenceView[];
}) {
  return (
    <section className="stack stack-8">
      <h3>{texts.clauseDifferences.heading(against)}</h3>
      {differences.length === 0 ? <p>{texts.clauseDifferences.noClauseChanged}</p> : null}
      <ul className="checks" aria-label={texts.clauseDifferences.changedClausesLabel}>
        {differences.map((one, i) => (
          <li key={i}>
            <div className="row">
              <StatusBadge kind="clause" code={one.change} />
              <strong>{titleOf(one)}</strong>
            </div>
            {one.change === 'moved' ? null : (
              <Suspense fallback={<Loading />}>
                <TextDiff before={one.before?.text ?? ''} after={one.after?.text ?? ''} />
              </Suspense>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
