import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../../api/errors.js';
import { formatClock } from '../../lib/format.js';
import { Page, type PageProps } from '../layout/page.js';
import { ErrorPage } from '../../shell/routes/error-pages.js';
import { Alert, ErrorCard, Loading } from './feedback.js';
import { texts } from '../texts/feedback.js';

interface ResourceProps<T> {
  of: UseQueryResult<T, ApiError>;
  /** Name of the resource for the error card: "the invoice". */
  what?: string;
  /** The whole page depends on it: 403 and 404 become their page. */
  page?: boolean;
  lines?: number;
  children: (data: T) => ReactNode;
}

/** The states of one resource: skeleton, content, content with a stale bar, error. Never blanks what is already there. */
export function Resource<T>({ of, what, page, lines, children }: ResourceProps<T>) {
  if (of.data !== undefined) {
    return (
      <>
        {of.error ? <Alert tone="warn">{texts.resource.notice(formatClock(new Date(of.dataUpdatedAt)))}</Alert> : null}
        {children(of.data)}
      </>
    );
  }
  if (of.error) {
    if (page) return <ErrorPage error={of.error} onRetry={() => void of.refetch()} />;
    return <ErrorCard error={of.error} what={what} onRetry={() => void of.refetch()} />;
  }
  return <Loading lines={lines} />;
}

interface ResourcePageProps<T> extends Omit<PageProps, 'children'> {
  of: UseQueryResult<T, ApiError>;
  children: (data: T) => ReactNode;
}

/** A page about one resource, without which there is nothing to show. */
export function ResourcePage<T>({ of, children, ...page }: ResourcePageProps<T>) {
  return (
    <Page {...page}>
      <Resource of={of} page>
        {children}
      </Resource>
    </Page>
  );
}
