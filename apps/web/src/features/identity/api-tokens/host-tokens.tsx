import { NativeSelect, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useGet, useSend, type CreateHostTokenDto } from '../../../api/hooks.js';
import { Card } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { SendError, ActionButton } from '../../../components/feedback/feedback.js';
import { useForm, submitting } from '../../../lib/use-form.js';
import { EXPIRY_DAYS, TokenReveal, TokenTable } from './token-list.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';
import { saysTooLittle } from '../../../components/forms/min-reason.js';

const TOKENS = '/api/v1/admin/host-tokens';
const AREAS = ['tenants', 'operators', 'compliance', 'installs', 'events', 'billing'] as const;
type Area = (typeof AREAS)[number];
type TokenScope = NonNullable<CreateHostTokenDto['scopes']>[number];

/** Tokens of the host platform's own services, on behalf of nobody, each for the calls of its scopes. */
export function HostTokens() {
  const tokens = useGet(TOKENS);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Card title={texts.hostTokens.title}>
      <p className="dim">{texts.hostTokens.explanation}</p>
      <Resource of={tokens} what={common.theApiTokens}>
        {({ items }) => (
          <TokenTable
            rows={items}
            may={({ scopes, access }) => scopes?.join(', ') ?? texts.hostTokens.everything(access)}
            path="/api/v1/admin/host-tokens/{id}"
            waits={(token) => (token.awaits_approval ? <Link to="/approvals">{texts.hostTokens.waits}</Link> : null)}
          />
        )}
      </Resource>
      <NewHostToken onMade={setSecret} />
      {secret ? <TokenReveal secret={secret} onStored={() => setSecret(null)} /> : null}
    </Card>
  );
}

function NewHostToken({ onMade }: { onMade: (secret: string) => void }) {
  const make = useSend(TOKENS, { onDone: (made) => onMade(made.secret) });
  const form = useForm({ name: '', days: '30', reason: '' }, make.error);
  const [chosen, setChosen] = useState<Partial<Record<Area, TokenScope>>>({});
  const scopes = AREAS.flatMap((area) => chosen[area] ?? []);
  const writes = scopes.some((scope) => scope.endsWith(':write'));
  return (
    <form
      className="stack form"
      noValidate
      onSubmit={submitting(() =>
        make.mutate({
          ...{ name: form.values.name, expires_in_days: Number(form.values.days), scopes },
          ...(writes && { reason: form.values.reason.trim() }),
        }),
      )}
    >
      <SendError error={make.error} rest={form.rest} />
      <TextInput label={texts.tokenList.nameNewTokenLabel} autoComplete="off" {...form.field('name')} />
      <fieldset className="stack stack-8">
        <legend>{texts.hostTokens.scopes}</legend>
        {AREAS.map((area) => (
          <NativeSelect
            key={area}
            label={texts.hostTokens.areas[area]}
            value={chosen[area] ?? ''}
            data={[
              { value: '', label: texts.hostTokens.nothing },
              { value: `${area}:read`, label: texts.tokenList.options.read },
              { value: `${area}:write`, label: texts.tokenList.options.write },
            ]}
            onChange={(event) => {
              const value = event.currentTarget.value as TokenScope | '';
              setChosen({ ...chosen, [area]: value === '' ? undefined : value });
            }}
          />
        ))}
      </fieldset>
      {writes ? (
        <TextInput label={common.reason} description={texts.hostTokens.secondAdmin} {...form.field('reason')} />
      ) : null}
      <NativeSelect
        label={texts.tokenList.expiresAfterLabel}
        data={EXPIRY_DAYS.map((value) => ({ value, label: texts.tokenList.days(value) }))}
        {...form.field('days')}
      />
      <div>
        <ActionButton
          whyNot={
            scopes.length === 0
              ? texts.hostTokens.whyNot.noScope
              : writes && saysTooLittle(form.values.reason)
                ? texts.hostTokens.whyNot.noReason
                : null
          }
          type="submit"
          variant="default"
          loading={make.isPending}
        >
          {texts.tokenList.createToken}
        </ActionButton>
      </div>
    </form>
  );
}
