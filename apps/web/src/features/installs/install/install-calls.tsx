import { Button } from '@mantine/core';
import { useSend, type InstallView } from '../../../api/hooks.js';
import { Alert, SendError } from '../../../components/feedback/feedback.js';
import { Since } from '../../../components/values/values.js';
import { texts } from '../texts/calls.js';
import { rich } from '../../../text/rich.js';
import { OpenCall } from './call-plan.js';

/** Calls that the plugin of an install has not answered, or refuses, and the operator's actions. */
export function InstallCalls({ install }: { install: InstallView }) {
  const renew = useSend('/api/v1/operator/installs/{id}/renew-token', {
    path: { id: install.id },
    toast: texts.callPlan.toastTryNow,
  });
  return (
    <>
      {install.token_refused_at ? (
        <Alert tone="bad">
          <p>{rich(texts.installCalls.tokenRefused, { duration: <Since at={install.token_refused_at} /> })}</p>
          <SendError error={renew.error} />
          {install.call ? null : (
            <Button loading={renew.isPending} onClick={() => renew.mutate()}>
              {texts.installCalls.renew}
            </Button>
          )}
        </Alert>
      ) : null}
      {/* Until the first attempt has ended there is nothing to decide. */}
      {install.call && (install.call.attention || install.call.last_outcome !== null) ? (
        <OpenCall id={install.id} call={install.call} name={install.name} by="operator" />
      ) : null}
      {install.token_proof === 'accepted' ? <Alert tone="bad">{texts.installCalls.tokenAccepted}</Alert> : null}
      {install.token_proof === 'unanswered' ? <Alert tone="warn">{texts.installCalls.tokenUnanswered}</Alert> : null}
    </>
  );
}
