import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { humanize } from '../../lib/format.js';
import { findStatus, type StatusKind, type StatusText } from '../../text/vocabulary.js';
import { whoText } from './who-acts.js';
import { useArea } from '../../shell/area.js';

export { ToneBadge } from './tone-badge.js';

const unknownStatus = (code: string): StatusText => ({
  badge: humanize(code),
  tone: 'neutral',
  who: 'nobody',
  next: '',
});

interface StatusBadgeProps {
  kind: StatusKind;
  code: string;
  /** More words inside the badge, such as `118 of 420`. */
  detail?: ReactNode;
}

/** The only source of status words and tones; pressing it shows who acts and what happens next. */
export function StatusBadge({ kind, code, detail }: StatusBadgeProps): ReactNode {
  const text = findStatus(kind, code) ?? unknownStatus(code);
  const area = useArea();
  return (
    <Popover width={260} position="bottom-start" withinPortal={false}>
      <Popover.Target>
        <button type="button" className="badge" data-tone={text.tone}>
          {text.badge}
          {detail === undefined ? null : <span className="num">{detail}</span>}
        </button>
      </Popover.Target>
      <Popover.Dropdown className="small">
        <span className="strong">{whoText(text.who, area)}</span> {text.next}
      </Popover.Dropdown>
    </Popover>
  );
}
