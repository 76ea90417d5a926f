import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../../api/errors.js';
import { EmptyState } from '../feedback/feedback.js';
import { Resource } from '../feedback/resource.js';

interface CasesProps<T> {
  of: UseQueryResult<{ items: readonly T[] }, ApiError>;
  empty: string;
  children: (one: T) => ReactNode;
}

/** Cases below each other, or a sentence when none waits. */
export const Cases = <T,>({ of, empty, children }: CasesProps<T>): ReactNode => (
  <Resource of={of}>
    {({ items }) =>
      items.length > 0 ? <div className="stack">{items.map(children)}</div> : <EmptyState>{empty}</EmptyState>
    }
  </Resource>
);
