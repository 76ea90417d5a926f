import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSend } from '../../../api/hooks.js';
import { Page } from '../../../components/layout/page.js';
import { Alert, SendError } from '../../../components/feedback/feedback.js';
import { useUrlState } from '../../../lib/url-state.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

/** Where the mailed link leads. Opening it cancels nothing: programs that scan mail open links too. */
export function CancelRemovalPage() {
  const [token] = useUrlState('token');
  const cancel = useSend('/api/v1/auth/second-factor-removal/cancel');
  return (
    <Page title={texts.cancelRemoval.title}>
      {cancel.data ? (
        <Alert tone="ok" urgent>
          {texts.cancelRemoval.notice}
        </Alert>
      ) : (
        <div className="card stack form alone">
          <p>{texts.cancelRemoval.explanation}</p>
          <SendError error={cancel.error} />
          <div>
            <Button loading={cancel.isPending} onClick={() => cancel.mutate({ token })}>
              {common.cancelTheRemoval}
            </Button>
          </div>
        </div>
      )}
      <p>
        <Link to="/sign-in">{common.signIn}</Link>
      </p>
    </Page>
  );
}
