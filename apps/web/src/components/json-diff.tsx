import { createTwoFilesPatch } from 'diff';
import { Fragment, useMemo, useSyncExternalStore } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Decoration, Diff, Hunk, getCollapsedLinesCountBetween, parseDiff } from 'react-diff-view';
import type { HunkData } from 'react-diff-view';
import 'react-diff-view/style/index.css';
import './json-diff.css';

const wide = matchMedia('(min-width: 900px)');

function useWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      wide.addEventListener('change', onChange);
      return () => wide.removeEventListener('change', onChange);
    },
    () => wide.matches,
  );
}

function withGaps(hunks: HunkData[]): ReactElement[] {
  return hunks.map((hunk, i) => {
    const gap = getCollapsedLinesCountBetween(hunks[i - 1] ?? null, hunk);
    return (
      <Fragment key={hunk.content}>
        {gap > 0 ? (
          <Decoration>
            <span className="dim">{gap} unchanged lines</span>
          </Decoration>
        ) : null}
        <Hunk hunk={hunk} />
      </Fragment>
    );
  });
}

/** Two JSON texts with sorted keys: side by side on wide screens, one under the other on narrow ones. */
export default function JsonDiff({ before, after }: { before: string; after: string }): ReactNode {
  const split = useWide();
  const file = useMemo(() => parseDiff(createTwoFilesPatch('manifest', 'manifest', before, after))[0], [before, after]);
  if (!file || file.hunks.length === 0) return <p>The two texts are the same.</p>;
  return (
    <div className="table-box json-diff" tabIndex={0} role="region" aria-label="Differences as JSON">
      <Diff viewType={split ? 'split' : 'unified'} diffType="modify" hunks={file.hunks}>
        {withGaps}
      </Diff>
    </div>
  );
}
