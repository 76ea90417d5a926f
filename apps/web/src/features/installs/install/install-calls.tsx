import { Button } from '@mantine/core';
import { useSend, type AuthorInstallView, type InstallView } from '../../../api/hooks.js';
import { Alert, SendError } from '../../../components/feedback/feedback.js';
import { formatUtc } from '../../../lib/format.js';
import { Since, When } from '../../../components/values/values.js';
import { texts } from '../texts/calls.js';
import { rich } from '../../../text/rich.js';
import { OpenCall } from './call-plan.js';

/** What "running" rests on. */
export function LastSigned({ of }: { of: Pick<InstallView | AuthorInstallView, 'signed_at' | 'signed_endpoint'> }) {
  if (of.signed_at === null) return null;
  return rich(texts.installCalls.lastSigned, { call: of.signed_endpoint, time: <When at={of.signed_at} /> });
}

/** Calls that the plugin of an install has not answered, or refuses, and the operator's actions. */
export function InstallCalls({ install }: { install: InstallView }) {
  const renew = useSend('/api/v1/operator/installs/{id}/renew-token', {
    path: { id: install.id },
    toast: texts.callPlan.toastTryNow,
  });
  const { refusal, token_refused_at: refusedToken } = install;
  return (
    <>
      {install.state === 'active' && (refusal ?? refusedToken) ? (
        <Alert tone="bad">
          <p>
            {refusal === null
              ? rich(texts.installCalls.tokenRefused, { duration: <Since at={refusedToken} /> })
              : rich(texts.installCalls.refused[refusal], { time: formatUtc(install.refused_since!) })}
          </p>
          <p className="small">
            <LastSigned of={install} />
          </p>
          <SendError error={renew.error} />
          {install.call || (refusal !== null && refusal !== 'unauthorized') ? null : (
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
