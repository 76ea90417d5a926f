import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { ApiError, OFFLINE, SECOND_FACTOR_REQUIRED } from '../../api/errors.js';
import { LinkButton } from '../../components/layout/link-button.js';
import { Page } from '../../components/layout/page.js';
import { RequestId } from '../../components/feedback/feedback.js';
import { WhoCanHelp } from '../../components/feedback/who-can-help.js';
import { NOT_YET_AUTHOR } from './guard.js';
import { texts } from '../texts.js';
import { common } from '../../text/common.js';

const OtherOrganization = lazy(() =>
  import('./other-organization.js').then((module) => ({ default: module.OtherOrganization })),
);

/** A page that cannot be shown: with the reason and one next step. 5xx has been retried twice before. */
export function ErrorPage({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (error instanceof ApiError) {
    if (error.code === NOT_YET_AUTHOR) return <ApplyFirstPage message={error.message} />;
    if (error.status === 403) return <ForbiddenPage error={error} />;
    if (error.status === 404) return <NotFoundPage message={error.message} requestId={error.requestId} />;
    return (
      <Page title={error.code === OFFLINE ? common.connectionLost : texts.errorPages.noAnswerTitle}>
        <div className="stack measure">
          <p>{error.message}</p>
          <p>
            <code>{error.code}</code>
          </p>
          <RequestId id={error.requestId} />
          {onRetry ? <Button onClick={onRetry}>{common.tryAgain}</Button> : null}
        </div>
      </Page>
    );
  }
  return <BrokenPage error={error} />;
}

function BrokenPage({ error }: { error: unknown }) {
  useEffect(() => console.error(error), [error]);
  return (
    <Page title={texts.errorPages.brokenTitle}>
      <div className="stack measure">
        <p>{texts.errorPages.brokenExplanation}</p>
        <Button onClick={() => location.reload()}>{texts.errorPages.reload}</Button>
      </div>
    </Page>
  );
}

function ApplyFirstPage({ message }: { message: string }) {
  return (
    <Page title={texts.errorPages.applyFirstTitle}>
      <div className="stack measure">
        <p>{message}</p>
        <div className="row">
          <LinkButton to="/apply">{common.applyToPublishDrives}</LinkButton>
          <LinkButton to="/author" variant="default">
            {texts.errorPages.seeNextStep}
          </LinkButton>
        </div>
      </div>
    </Page>
  );
}

function ForbiddenPage({ error }: { error: ApiError }) {
  return (
    <Page title={texts.errorPages.notAllowedTitle}>
      <div className="stack measure">
        <p>{error.message}</p>
        <WhoCanHelp error={error} />
        <RequestId id={error.requestId} />
        {error.code === SECOND_FACTOR_REQUIRED ? (
          <LinkButton to="/account">{texts.errorPages.setUpSecondFactor}</LinkButton>
        ) : null}
        <p>
          <Link to="/">{common.goToYourStartPage}</Link>
        </p>
      </div>
    </Page>
  );
}

export function NotFoundPage({ message, requestId }: { message?: string; requestId?: string | null }) {
  return (
    <Page title={texts.errorPages.notFoundTitle}>
      <div className="stack measure">
        <p>{texts.errorPages.notFoundExplanation(message ?? texts.errorPages.noPageAtAddress)}</p>
        <Suspense fallback={null}>
          <OtherOrganization />
        </Suspense>
        <RequestId id={requestId ?? null} />
        <p>
          <Link to="/">{common.goToYourStartPage}</Link>
        </p>
      </div>
    </Page>
  );
}
