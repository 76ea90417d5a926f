import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import type { PayoutAccountView } from '../../api/views.js';
import { Card, Facts, Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { SendError } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { Steps } from '../../components/timeline.js';
import { When } from '../../components/when.js';
import { WhoActs } from '../../components/who-acts.js';
import { humanize } from '../../lib/format.js';
import { useUrlState } from '../../lib/url-state.js';

const ACCOUNT = '/api/v1/author/payout-account';
const at: Record<string, number> = { none: 0, incomplete: 0, pending: 1, verifying: 1, due: 2, ready: 3 };

function steps(state: string): { id: string; title: string; state: 'done' | 'now' | 'next' }[] {
  const now = at[state] ?? 1;
  return ['Start', 'Verification', 'Ready'].map((title, i) => ({
    id: title,
    title,
    state: i < now ? 'done' : i === now ? 'now' : 'next',
  }));
}

/** Where payouts go. The processor's own page collects the bank details; they never pass through here. */
export function PayoutAccountPage(): ReactNode {
  const account = useGet(ACCOUNT, {}, { refreshMs: 15_000 });
  const [returned, setReturned] = useUrlState('returned');
  const refresh = useSend('/api/v1/author/payout-account/refresh', { onDone: () => setReturned('') });
  const asked = useRef(false);
  useEffect(() => {
    if (returned === '' || asked.current) return;
    asked.current = true;
    refresh.mutate();
  }, [returned, refresh]);
  return (
    <Page
      title="Payout account"
      badges={account.data ? <StatusBadge kind="payout_account" code={account.data.state} /> : null}
    >
      <Resource of={account} page>
        {(view) => (
          <>
            <WhoActs kind="payout_account" code={view.state} note="Earnings keep collecting meanwhile." />
            <Steps steps={steps(view.state)} />
            <SendError error={refresh.error} />
            {refresh.isPending ? <p role="status">Checking, usually under a minute.</p> : null}
            <Card>
              <Facts
                items={[
                  ['Country', view.country],
                  ['Last checked', <When key="c" at={view.checked_at} />],
                ]}
              />
              <Missing view={view} />
              <div className="row">
                <Onboard view={view} />
                {view.state === 'none' ? null : (
                  <Button variant="default" loading={refresh.isPending} onClick={() => refresh.mutate()}>
                    Check again
                  </Button>
                )}
              </div>
            </Card>
          </>
        )}
      </Resource>
    </Page>
  );
}

function Missing({ view }: { view: PayoutAccountView }): ReactNode {
  if (view.requirements.length === 0) return null;
  return (
    <div>
      <h2>Missing</h2>
      <ul className="prose">
        {view.requirements.map((item) => (
          <li key={item.code}>
            {humanize(item.code)}
            {item.deadline_at ? (
              <>
                {' '}
                until <When at={item.deadline_at} />
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Onboard({ view }: { view: PayoutAccountView }): ReactNode {
  const start = useSend(ACCOUNT, {
    onDone: (link) => location.assign(link.onboarding_url),
  });
  const text = view.state === 'none' ? 'Set up payouts' : view.state === 'ready' ? 'Update details' : 'Add information';
  return (
    <>
      <Button
        variant={view.state === 'ready' ? 'default' : 'filled'}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {text}
      </Button>
      <SendError error={start.error} />
    </>
  );
}
