import { Button } from '@mantine/core';
import { useState } from 'react';
import { useGet, useSend, type EmbedView, type InstallView } from '../../../api/hooks.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Alert, SendError } from '../../../components/feedback/feedback.js';
import { Card } from '../../../components/layout/page.js';
import { CopyButton } from '../../../components/values/values.js';
import { visible } from '../../../lib/visible.js';
import { rich } from '../../../text/rich.js';
import { texts as areaTexts } from '../texts/embed.js';

const texts = areaTexts.embedTab;
const PLACEHOLDER = '{{scoped_token}}';

/** The snippet of a plugin, masked until an operator asks for its token. */
export function EmbedTab({ install }: { install: InstallView }) {
  const embed = useGet('/api/v1/operator/installs/{id}/embed', { path: { id: install.id } });
  if (install.state !== 'active') return <p className="dim">{texts.notActive}</p>;
  return (
    <Resource of={embed} what={texts.names.embed}>
      {(view) => (
        <Card title={texts.title}>
          {view.token_prefix_differs ? (
            <Alert tone="warn">{texts.prefixDiffers(visible(view.token_prefix ?? ''))}</Alert>
          ) : null}
          {view.snippet === null ? <Refused reasons={view.refused} /> : <Snippet install={install} embed={view} />}
        </Card>
      )}
    </Resource>
  );
}

function Refused({ reasons }: { reasons: readonly string[] }) {
  return (
    <Alert tone="bad">
      <p>{texts.refused}</p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Alert>
  );
}

function Snippet({ install, embed }: { install: InstallView; embed: EmbedView }) {
  const [shown, setShown] = useState<string | null>(null);
  const reveal = useSend('/api/v1/operator/installs/{id}/embed/reveal', {
    path: { id: install.id },
    onDone: (answer) => setShown(answer.snippet),
  });
  return (
    <>
      <p>
        {rich(texts.explanation, {
          venture: install.venture_name,
          origin: <code>{visible(embed.host_origin ?? '')}</code>,
        })}
      </p>
      <div className="row">
        <code className="secret-value grow" data-testid="embed-snippet">
          {shown ?? (embed.snippet ?? '').replace(PLACEHOLDER, '•'.repeat(16))}
        </code>
        {shown === null ? null : <CopyButton text={shown} label={texts.copy} />}
      </div>
      <SendError error={reveal.error} />
      <div className="row">
        {shown === null ? (
          <Button variant="default" loading={reveal.isPending} onClick={() => reveal.mutate()}>
            {texts.show}
          </Button>
        ) : (
          <Button variant="default" onClick={() => setShown(null)}>
            {texts.hide}
          </Button>
        )}
      </div>
      <p className="small dim">{texts.note}</p>
    </>
  );
}
