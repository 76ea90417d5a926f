import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX, IconLoader } from '@tabler/icons-react';
import { useState } from 'react';
import type { CheckView } from '../../api/schema.js';
import { formatUtcDate, humanize } from '../../lib/format.js';
import { visible } from '../../lib/visible.js';
import { CheckEvidence } from './check-evidence.js';
import { groupChecks, type CheckGroup } from './check-groups.js';
import { StatusBadge } from '../feedback/feedback.js';
import { Toggle } from '../layout/toggle.js';
import { texts } from '../texts/drives.js';
import { common } from '../../text/common.js';

const icons: Record<string, typeof IconCircleCheck> = {
  pass: IconCircleCheck,
  warn: IconAlertTriangle,
  fail: IconCircleX,
  error: IconCircleX,
  running: IconLoader,
};

function StateIcon({ state }: { state: string }) {
  const Icon = icons[state] ?? IconCircleDashed;
  return <Icon size={16} aria-hidden />;
}

const isBad = (state: string): boolean => state === 'fail' || state === 'error';

/** The checks by group in their fixed order; nothing reorders while they run. Failed ones open automatically. */
export function CheckList({ checks }: { checks: readonly CheckView[] }) {
  return (
    <ol className="checks" aria-label={common.checks}>
      {groupChecks(checks).map((group) => (
        <GroupRow key={group.name} group={group} />
      ))}
    </ol>
  );
}

const groupTitles: Record<string, string> = texts.checkList.groupTitles;

function GroupRow({ group }: { group: CheckGroup }) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? isBad(group.state);
  return (
    <li data-group={group.name} data-state={group.state}>
      <div className="row">
        <StateIcon state={group.state} />
        <h3>{groupTitles[group.name] ?? humanize(group.name)}</h3>
        <StatusBadge kind="check" code={group.state} />
        <Toggle open={open} onChange={setChosen}>
          {texts.checkList.toggleChecks(open, group.checks.length)}
        </Toggle>
      </div>
      {open ? (
        <ol className="checks nested-checks">
          {group.checks.map((check) => (
            <CheckRow key={check.id} check={check} />
          ))}
        </ol>
      ) : null}
    </li>
  );
}

const clearedText = ({ at, by, note, until }: NonNullable<CheckView['cleared']>): string =>
  texts.checkList.cleared(formatUtcDate(at), formatUtcDate(until)) +
  (by ? texts.checkList.clearedBy(visible(by), visible(note ?? '')) : '');

function CheckRow({ check }: { check: CheckView }) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? isBad(check.state);
  return (
    <li data-state={check.state}>
      <div className="row">
        <StateIcon state={check.state} />
        <code>{check.id}</code>
        <span>{check.title}</span>
        <StatusBadge kind="check" code={check.state} />
        {check.reason ? <span className="small dim">{texts.checkList.notRun[check.reason]}</span> : null}
        {check.cleared ? <span className="small dim">{clearedText(check.cleared)}</span> : null}
        {check.findings.length > 0 ? (
          <Toggle open={open} onChange={setChosen}>
            {texts.checkList.toggleFindings(open, check.findings.length)}
          </Toggle>
        ) : null}
      </div>
      {open ? check.findings.map((finding, i) => <CheckEvidence key={`${finding.id}-${i}`} finding={finding} />) : null}
    </li>
  );
}
