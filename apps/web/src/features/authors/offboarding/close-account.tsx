import { Button, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import type { Schemas } from '../../../api/types.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { SendError } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';
import { WhyNot } from '../../../components/feedback/why-not.js';

const MIN_REASON = 3;

/** The end of the developer account: asked for with its name, shown with its days, taken back while that is possible. */
export function CloseAccount(): ReactNode {
  const own = useGet('/api/v1/author/offboarding');
  return (
    <section className="stack" aria-labelledby="close-account">
      <h2 id="close-account">Close the developer account</h2>
      <Resource of={own} what="the account status" lines={2}>
        {({ org_name, offboarding }) =>
          offboarding === null ? <Announce name={org_name} /> : <Announced offboarding={offboarding} />
        }
      </Resource>
    </section>
  );
}

function Announce({ name }: { name: string }): ReactNode {
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const announce = useSend('/api/v1/author/offboarding', { onDone: () => setAsking(false) });
  return (
    <Card>
      <p>
        You can undo this for 7 days. After that your Drives accept no new installs, and 90 days later all installs end
        and the account closes. All your earnings are paid out, with no minimum, and your statements remain available.
      </p>
      <div>
        <Button color="red" variant="outline" onClick={() => setAsking(true)}>
          Close account
        </Button>
      </div>
      <Dialog open={asking} title={`Close the developer account of ${name}`} onClose={() => setAsking(false)}>
        <p>Operators who use your Drives are notified of the date right away.</p>
        <Textarea
          label="Why"
          description="Visible to your team and the platform’s administrators."
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <TextInput
          label={`Type ${name} to confirm`}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SendError error={announce.error} />
        <div className="dialog-actions">
          <Button variant="default" onClick={() => setAsking(false)}>
            Keep it
          </Button>
          <WhyNot
            reason={
              reason.trim().length < MIN_REASON
                ? `Say why, in at least ${MIN_REASON} characters.`
                : typed.trim() === name.trim()
                  ? null
                  : 'Type the name exactly as shown.'
            }
          >
            {(described) => (
              <Button
                color="red"
                {...described}
                loading={announce.isPending}
                onClick={() => announce.mutate({ reason: reason.trim(), confirm_name: typed })}
              >
                Close account
              </Button>
            )}
          </WhyNot>
        </div>
      </Dialog>
    </Card>
  );
}

function Announced({ offboarding }: { offboarding: Schemas['OffboardingView'] }): ReactNode {
  const toast = useToast();
  const withdraw = useSend('/api/v1/author/offboarding/withdraw', {
    onDone: () => toast('The account stays open. Your Drives are back in the catalogue.'),
  });
  return (
    <Card>
      <Facts
        items={[
          ['Status', <StatusBadge key="s" kind="offboarding" code={offboarding.state} />],
          ['Announced by', offboarding.asked_by],
          ['Reason', offboarding.reason],
          ['No new installs from', <When key="c" at={offboarding.closes_at} />],
          ['Installs and account end', <When key="e" at={offboarding.ends_at} />],
        ]}
      />
      {offboarding.can_be_taken_back && !offboarding.by_staff ? (
        <div>
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Keep the account open
          </Button>
          <SendError error={withdraw.error} />
        </div>
      ) : null}
    </Card>
  );
}
