import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListResult } from '../../api/hooks.js';
import { ErrorCard, Loading } from '../feedback/feedback.js';
import { texts } from '../texts/tables.js';

interface RowsProps<T> {
  of: ListResult<T>;
  /** As of `Resource`. */
  what: string;
  lines?: number;
  className?: string;
  children: (rows: readonly T[]) => ReactNode;
}

/** What a list holds so far, with all its states, and the button for its next page. */
export function Rows<T>({ of: list, what, lines, className, children }: RowsProps<T>) {
  if (!list.data) {
    if (!list.error) return <Loading lines={lines} />;
    return <ErrorCard error={list.error} what={what} onRetry={() => void list.refetch()} />;
  }
  const content = children(list.data.pages.flatMap((page) => page.items));
  if (content === null) return null;
  return (
    <div className={className ?? 'stack stack-8'}>
      {content}
      {list.hasNextPage ? (
        <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {texts.rows.showMore}
        </Button>
      ) : null}
    </div>
  );
}
