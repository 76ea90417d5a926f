import type { ErrorComponentProps } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { meQuery } from '../../api/session.js';
import { ErrorPage, NotFoundPage } from '../routes/error-pages.js';
import { Kit } from './kit.js';
import { PublicFrame } from './public-shell.js';

const InsideShell = lazy(() => import('./shell.js').then((module) => ({ default: module.InsideShell })));

/** The public frame around a page of the component kit. */
export function PublicKitShell({ children }: { children?: ReactNode }) {
  return (
    <Kit>
      <PublicFrame kit>{children}</PublicFrame>
    </Kit>
  );
}

/** The frame of who is signed in, or the public one; none before it is known who asks. */
export function EitherShell({ children }: { children?: ReactNode }) {
  const { data: me, isPending } = useQuery(meQuery);
  if (isPending) return null;
  if (!me) return <PublicKitShell>{children}</PublicKitShell>;
  return (
    <Suspense fallback={null}>
      <InsideShell>{children}</InsideShell>
    </Suspense>
  );
}

/** At an address without a page. */
export function NotFoundAnywhere() {
  return (
    <EitherShell>
      <NotFoundPage />
    </EitherShell>
  );
}

/** In the place of a page that broke, whichever frame is around it. */
export function ErrorAnywhere({ error, reset }: ErrorComponentProps) {
  return (
    <Kit>
      <ErrorPage error={error} onRetry={reset} />
    </Kit>
  );
}
