import type { ReactNode } from 'react';
import type { QueueRowView } from '../../../../api/schema.js';
import { useFilter } from '../../../../components/tables/filter.js';
import { ToneBadge } from '../../../../components/feedback/feedback.js';
import { useKeys } from '../../../../lib/page-keys.js';
import { When } from '../../../../components/values/values.js';
import { visible } from '../../../../lib/visible.js';
import { texts } from '../../texts/review.js';
import { common, rich } from '../../../../text/common.js';
import { labels } from '../../../../text/labels.js';

/** How often a list of the queue is read again, ms. */
export const REFRESH_MS = 10_000;

export const firstRow = (): void => document.querySelector<HTMLElement>('.table-box tbody a[href]')?.focus();

/** Text above every list; its keys lead into the list from anywhere. */
export function Keys() {
  useKeys({ j: firstRow, k: firstRow });
  return (
    <p className="small dim">
      {rich(texts.queueLists.explanation, { jKey: <kbd>j</kbd>, kKey: <kbd>k</kbd>, enterKey: <kbd>Enter</kbd> })}
    </p>
  );
}

type Clocked = Pick<QueueRowView, 'party' | 'waiting_since' | 'due_at' | 'overdue'>;

/** Until when it has to be done. */
export const due = <T extends Pick<Clocked, 'due_at' | 'overdue'>>() =>
  ({
    id: 'due',
    cell: (row: T) =>
      row.overdue ? (
        <ToneBadge tone="bad">{common.overdue}</ToneBadge>
      ) : row.due_at ? (
        <When at={row.due_at} />
      ) : (
        common.none
      ),
  }) as const;

/** How long it waits, and until when it has to be done. */
export const clock = <T extends Clocked>() =>
  [{ id: 'since', cell: (row: T) => <When at={row.waiting_since} /> }, due<T>()] as const;

/** Who works on it. */
export const held = {
  id: 'assigned',
  cell: ({ hold }: Pick<QueueRowView, 'hold'>) =>
    hold === null ? (
      texts.queueSubmissions.nobody
    ) : (
      <>
        {hold.yours ? common.youInText : visible(hold.holder)} <When at={hold.since} />
      </>
    ),
} as const;

/** Whose application it is, and for what. */
export const applicant = <T extends { id: string; company_name: string; drive_name: string }>() =>
  [
    { id: 'company', to: '/review/applications/$id', keepsSearch: true, cell: (row: T) => visible(row.company_name) },
    { id: 'drive', cell: (row: T) => visible(row.drive_name) },
  ] as const;

/** Who has to act, and by when. */
export const waiting = <T extends Clocked>() =>
  [
    { id: 'acts', cell: (row: T) => (row.party === 'author' ? common.theAuthor : texts.queueFilters.us) },
    ...clock<T>(),
  ] as const;

const { parties, kinds, dues, us, whoActs } = texts.queueFilters;

/** Who has to act. */
export const useParty = (): ['author' | 'all' | undefined, ReactNode] =>
  useFilter('party', { label: whoActs, choices: parties, any: us });

/** Kind of a submission. */
export const useKind = (): ['initial' | 'update' | undefined, ReactNode] =>
  useFilter('kind', { label: common.kind, choices: kinds });

/** Whether it should have been done by now. */
export const useDue = (): ['overdue' | undefined, ReactNode] => useFilter('due', { label: common.due, choices: dues });

/** Who works on it. */
export const useHeld = (): ['mine' | 'others' | 'free' | undefined, ReactNode] =>
  useFilter('claimed', {
    label: labels.assigned,
    choices: texts.queueSubmissions.holders,
    any: texts.queueSubmissions.anyone,
  });
