import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { ChangeView, UpgradeChangeView } from '../../api/schema.js';
import { Loading, StatusBadge } from '../feedback/feedback.js';
import { texts } from '../texts/drives.js';
import { common } from '../../text/common.js';

const JsonDiff = lazy(() => import('./json-diff.js'));
const SchemaForm = lazy(() => import('../../schema-form/schema-form.js'));

/** One change between two manifest revisions as the server worked it out. */
export type Change = ChangeView | UpgradeChangeView;

const order = ['breaking', 'consent', 'commercial', 'compliance', 'additive', 'cosmetic'];

function rank(change: Change): number {
  const at = order.indexOf(change.level);
  return at === -1 ? order.length : at;
}

function short(value: unknown): string {
  return value === undefined || value === null
    ? common.nothing
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}

/** A settings form, drawn as operators see it; nothing can be entered. */
export const ShownForm = ({ schema }: { schema: object }) => (
  <Suspense fallback={<Loading />}>
    <SchemaForm schema={schema as Record<string, unknown>} value={{}} />
  </Suspense>
);

/** The list of changes, those that need somebody first; review, upgrade prompt and mail show the same one. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p>{texts.changeList.noChanges}</p>;
  const sorted = [...changes].sort((a, b) => rank(a) - rank(b));
  return (
    <ul className="checks" aria-label={texts.changeList.changesLabel}>
      {sorted.map((change, i) => (
        <li key={`${change.pointer}-${i}`}>
          <div className="row">
            <StatusBadge kind="effect" code={change.level} />
            <span>{change.sentence}</span>
            {change.pointer ? <code>{change.pointer}</code> : null}
          </div>
          {'from' in change && !change.kind.startsWith('config_') && (change.from !== null || change.to !== null) ? (
            <p className="small dim">
              {short(change.from)} → {short(change.to)}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** The canonical JSON of both revisions side by side, behind a button and loaded only then; nothing without both. */
export function TechnicalDiff({ before, after }: { before: string | null; after: string | null }) {
  const [open, setOpen] = useState(false);
  if (!before || !after) return null;
  return (
    <div className="stack stack-8">
      <Button variant="default" onClick={() => setOpen(!open)} aria-expanded={open}>
        {texts.changeList.technicalDetails}
      </Button>
      {open ? (
        <Suspense fallback={<Loading />}>
          <JsonDiff before={before} after={after} />
        </Suspense>
      ) : null}
    </div>
  );
}
