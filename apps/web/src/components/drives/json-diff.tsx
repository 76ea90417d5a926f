import { createTwoFilesPatch } from 'diff';
import { Fragment, useMemo, useSyncExternalStore, type ReactElement } from 'react';
import {
  Decoration,
  Diff,
  Hunk,
  getCollapsedLinesCountBetween,
  parseDiff,
  type FileData,
  type HunkData,
} from 'react-diff-view';
import { texts } from '../texts/drives.js';
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
            <span className="dim">{texts.jsonDiff.unchangedLines(gap)}</span>
          </Decoration>
        ) : null}
        <Hunk hunk={hunk} />
      </Fragment>
    );
  });
}

/** The parser knows git's form only: from the file names on, and every text ending in a line break. */
function diffOf(before: string, after: string): FileData | undefined {
  const patch = createTwoFilesPatch(
    'manifest',
    'manifest',
    `${before.trimEnd()}\n`,
    `${after.trimEnd()}\n`,
    undefined,
    undefined,
    { context: 3 },
  );
  return parseDiff(patch.slice(patch.indexOf('--- ')))[0];
}

/** Two JSON texts with sorted keys: side by side on wide screens, one under the other on narrow ones. */
export default function JsonDiff({ before, after }: { before: string; after: string }) {
  const split = useWide();
  const file = useMemo(() => diffOf(before, after), [before, after]);
  if (!file || file.hunks.length === 0) return <p>{texts.jsonDiff.noDifferences}</p>;
  return (
    <div className="table-box json-diff" tabIndex={0} role="region" aria-label={texts.jsonDiff.differencesAsJsonLabel}>
      <Diff viewType={split ? 'split' : 'unified'} diffType="modify" hunks={file.hunks}>
        {withGaps}
      </Diff>
    </div>
  );
}
