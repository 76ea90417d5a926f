import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { ApiError, OFFLINE } from '../api/errors.js';
import { LinkButton } from '../components/layout/link-button.js';
import { Page } from '../components/layout/page.js';
import { RequestId } from '../components/feedback/states.js';
import { NOT_YET_AUTHOR } from './guard.js';
import { OtherOrganization } from './organization-switch.js';

/** A page that cannot be shown: says why, and has one way on. 5xx has been tried twice more before it gets here. */
export function ErrorPage({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactNode {
  if (error instanceof ApiError) {
    if (error.code === NOT_YET_AUTHOR) return <ApplyFirstPage message={error.message} />;
    if (error.status === 403) return <ForbiddenPage message={error.message} requestId={error.requestId} />;
    if (error.status === 404) return <NotFoundPage message={error.message} requestId={error.requestId} />;
    return (
      <Page title={error.code === OFFLINE ? 'Connection lost' : 'The portal could not answer'}>
        <div className="stack measure">
          <p>{error.message}</p>
          <p>
            <code>{error.code}</code>
          </p>
          <RequestId id={error.requestId} />
          {onRetry ? (
            <div>
              <Button onClick={onRetry}>Try again</Button>
            </div>
          ) : null}
        </div>
      </Page>
    );
  }
  return <BrokenPage error={error} />;
}

function BrokenPage({ error }: { error: unknown }): ReactNode {
  useEffect(() => console.error(error), [error]);
  return (
    <Page title="This page stopped working">
      <div className="stack measure">
        <p>
          The page met a fault of its own. Nothing was changed on the server by this. Reload it; if it happens again,
          tell us what you did.
        </p>
        <div>
          <Button onClick={() => location.reload()}>Reload</Button>
        </div>
      </div>
    </Page>
  );
}

function ApplyFirstPage({ message }: { message: string }): ReactNode {
  return (
    <Page title="Apply first">
      <div className="stack measure">
        <p>{message}</p>
        <div className="row">
          <LinkButton to="/apply">Apply to publish Drives</LinkButton>
          <LinkButton to="/author" variant="default">
            See my next step
          </LinkButton>
        </div>
      </div>
    </Page>
  );
}

function ForbiddenPage({ message, requestId }: { message: string; requestId?: string | null }): ReactNode {
  return (
    <Page title="You may not open this">
      <div className="stack measure">
        <p>{message}</p>
        <RequestId id={requestId ?? null} />
        <p>
          <Link to="/">Go to your start page</Link>
        </p>
      </div>
    </Page>
  );
}

export function NotFoundPage({ message, requestId }: { message?: string; requestId?: string | null }): ReactNode {
  return (
    <Page title="Not found">
      <div className="stack measure">
        <p>
          {message ?? 'There is no page at this address.'} It may have been removed, or it belongs to somebody else.
        </p>
        <OtherOrganization />
        <RequestId id={requestId ?? null} />
        <p>
          <Link to="/">Go to your start page</Link>
        </p>
      </div>
    </Page>
  );
}
