import type { ReactNode } from 'react';
import { humanize } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { common } from '../../../text/common.js';

/**
 * What a Drive or an operator put under names of the Drive's own, as facts: plain values as text, anything deeper as it
 * came. Names and values are foreign text, so hidden characters in them are made visible.
 */
export function namedValues(values: object): [string, ReactNode][] {
  return Object.entries(values).map(([name, value]) => [visible(humanize(name)), <Value key={name} of={value} />]);
}

function Value({ of }: { of: unknown }) {
  if (typeof of === 'boolean') return of ? common.yes : common.no;
  if (of === null || of === '') return <span className="dim">{common.none}</span>;
  if (typeof of === 'object') return <code>{visible(JSON.stringify(of))}</code>;
  return visible(String(of));
}
