import { Button, NativeSelect } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useGet, useSend, type PayoutAccountView } from '../../../api/hooks.js';
import { MemberMay, useMemberMay } from '../../../components/feedback/member-may.js';
import { Card, NamedFacts } from '../../../components/layout/page.js';
import { ResourcePage } from '../../../components/feedback/resource.js';
import { Alert, SendError, StatusBadge, WhoActs, SendButton } from '../../../components/feedback/feedback.js';
import { Steps } from '../../../components/layout/timeline.js';
import { When } from '../../../components/values/values.js';
import { countries, countryName } from '../../../lib/countries.js';
import { humanize } from '../../../lib/format.js';
import { stepsAt } from '../../../lib/steps.js';
import { useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { texts } from '../texts/accounts.js';
import { common, rich } from '../../../text/common.js';
import { labels } from '../../../text/labels.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';

const ACCOUNT = '/api/v1/author/payout-account';
const at: Record<string, number> = {
  none: 0,
  incomplete: 0,
  pending: 1,
  verifying: 1,
  due: 2,
  cooling_down: 2,
  ready: 3,
};

const titles = [texts.payoutAccount.start, texts.payoutAccount.verification, common.ready];

/** Where payouts go. The processor's own page collects the bank details; they never pass through here. */
export function PayoutAccountPage() {
  const account = useGet(ACCOUNT, {}, { refreshMs: 15_000 });
  const [returned, setReturned] = useUrlState('returned');
  const refresh = useSend('/api/v1/author/payout-account/refresh', { onDone: () => setReturned('') });
  const mayManage = useMemberMay('manage_money');
  const asked = useRef(false);
  useEffect(() => {
    if (returned === '' || asked.current) return;
    asked.current = true;
    refresh.mutate();
  }, [returned, refresh]);
  return (
    <ResourcePage
      of={account}
      title={common.payoutAccount}
      badges={account.data ? <StatusBadge kind="payout_account" code={account.data.state} /> : null}
    >
      {(view) => (
        <>
          <WhoActs kind="payout_account" code={view.state} note={texts.payoutAccount.note} />
          {view.country !== null && !view.country_supported ? (
            <Alert tone="warn">{texts.payoutAccount.notice(countryName(view.country))}</Alert>
          ) : null}
          <Steps steps={stepsAt(titles, at[view.state] ?? 1)} />
          <SendError error={refresh.error} />
          {refresh.isPending ? <p role="status">{texts.payoutAccount.explanation}</p> : null}
          <Card>
            <NamedFacts
              items={[
                [labels.country, countryName(view.country ?? '')],
                [texts.payoutAccount.facts.lastChecked, <When key="c" last at={view.checked_at} />],
                ...(view.usable_from
                  ? [[texts.payoutAccount.paidToFrom, <When key="u" at={view.usable_from} />] as [string, ReactNode]]
                  : []),
              ]}
            />
            <Missing requirements={view.requirements} />
            <MemberMay do="manage_money">
              <div className="row">
                <Onboard view={view} />
                {view.state === 'none' ? null : (
                  <Button variant="default" loading={refresh.isPending} onClick={() => refresh.mutate()}>
                    {common.checkAgain}
                  </Button>
                )}
              </div>
            </MemberMay>
          </Card>
          {view.state === 'none' || !mayManage ? null : <Swap view={view} />}
        </>
      )}
    </ResourcePage>
  );
}

function Missing({ requirements }: { requirements: PayoutAccountView['requirements'] }) {
  if (requirements.length === 0) return null;
  return (
    <div>
      <h2>{common.missing}</h2>
      <ul className="prose">
        {requirements.map((item) => (
          <li key={item.code}>
            {humanize(item.code)}
            {item.awaiting === 'user' ? '' : texts.payoutAccount.theProcessorIsChecking}
            {item.deadline_at ? (
              <> {rich(texts.payoutAccount.until, { time: <When at={item.deadline_at} /> })}</>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Onboard({ view }: { view: PayoutAccountView }) {
  const start = useSend(ACCOUNT, {
    onDone: (link) => location.assign(link.onboarding_url),
  });
  const text =
    view.state === 'none'
      ? texts.payoutAccount.setUpPayouts
      : view.state === 'ready'
        ? texts.payoutAccount.updateDetails
        : texts.payoutAccount.addInformation;
  return (
    <SendButton
      send={start}
      whyNot={
        view.state === 'none' && !view.country_supported
          ? view.country === null
            ? texts.payoutAccount.whyNot.countryUnknown
            : texts.payoutAccount.whyNot.countryNotReached
          : null
      }
      variant={view.state === 'ready' ? 'default' : 'filled'}
      onClick={() => start.mutate()}
    >
      {text}
    </SendButton>
  );
}

/** The replacement of the account in use: set up, or being set up. */
function Swap({ view }: { view: PayoutAccountView }) {
  const [open, setOpen] = useState(false);
  const cancel = useSend('/api/v1/author/payout-account/swap/cancel');
  const go = useSend('/api/v1/author/payout-account/swap', { onDone: (link) => location.assign(link.onboarding_url) });
  return (
    <Card title={texts.payoutAccount.swapTitle}>
      {view.next ? (
        <>
          <p>{texts.payoutAccount.newAccountInSetUp(countryName(view.next.country))}</p>
          <StatusBadge kind="payout_account" code={view.next.state} />
          <Missing requirements={view.next.requirements} />
          <SendError error={go.error ?? cancel.error} />
          <div className="row">
            <Button loading={go.isPending} onClick={() => go.mutate({})}>
              {texts.payoutAccount.continue}
            </Button>
            <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {texts.payoutAccount.keepCurrentAccount}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="dim">{texts.payoutAccount.whenToReplace}</p>
          <Button variant="default" onClick={() => setOpen(true)}>
            {texts.payoutAccount.replaceTheAccount}
          </Button>
        </>
      )}
      {open ? <SwapDialog view={view} onClose={() => setOpen(false)} /> : null}
    </Card>
  );
}

function SwapDialog({ view, onClose }: { view: PayoutAccountView; onClose: () => void }) {
  const [country, setCountry] = useState(view.country ?? '');
  const start = useSend('/api/v1/author/payout-account/swap', {
    onDone: (link) => location.assign(link.onboarding_url),
  });
  return (
    <SendDialog
      title={texts.payoutAccount.swapDialogTitle}
      send={start}
      confirm={texts.payoutAccount.setUpNew}
      onClose={onClose}
      onConfirm={() => start.mutate({ country })}
    >
      <p>{texts.payoutAccount.swapDialogExplanation}</p>
      <NativeSelect
        label={texts.payoutAccount.countryNewAccountLabel}
        {...controlled(country, setCountry)}
        data={countries
          .filter(({ code }) => view.supported_countries.includes(code))
          .map(({ code, name }) => ({
            value: code,
            label: name,
          }))}
      />
    </SendDialog>
  );
}
