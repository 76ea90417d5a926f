import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { ApiError } from '../../api/errors.js';
import { validateManifest } from '../../api/validate.js';
import type { ValidationView } from '../../api/validate.js';
import { CheckEvidence } from '../../components/check-evidence.js';
import { Id } from '../../components/copy.js';
import { Card, Facts, Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { StatusBadge, ToneBadge } from '../../components/status-badge.js';
import { humanize } from '../../lib/format.js';
import { useUrlState } from '../../lib/url-state.js';

/** Check any manifest, without an account; the address of this page carries the question. */
export function ValidatePage(): ReactNode {
  const [url, setUrl] = useUrlState('url');
  const [text, setText] = useState(url);
  const result = useQuery<ValidationView, ApiError>({
    queryKey: ['manifest-validate', url],
    queryFn: ({ signal }) => validateManifest(url, signal),
    enabled: url !== '',
    staleTime: Infinity,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === url) void result.refetch();
    else setUrl(text.trim());
  };
  return (
    <Page title="Check a manifest">
      <form className="card stack form" onSubmit={submit} noValidate>
        <TextInput
          label="Manifest URL"
          description="We read it, call its seven endpoints and try the refusals. No secret of yours is used."
          type="url"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" loading={result.isFetching} disabled={text.trim() === ''}>
            Check
          </Button>
        </div>
      </form>
      {url === '' ? null : (
        <Resource of={result} what="the verdict">
          {(view) => <Verdict view={view} />}
        </Resource>
      )}
    </Page>
  );
}

function Verdict({ view }: { view: ValidationView }): ReactNode {
  return (
    <Card
      title="Verdict"
      actions={<ToneBadge tone={view.ok ? 'ok' : 'bad'}>{view.ok ? 'Passes' : 'Does not pass'}</ToneBadge>}
    >
      <ul className="row" aria-label="Checks">
        {Object.entries(view.checks).map(([name, state]) => (
          <li key={name} className="row">
            <span>{humanize(name)}</span>
            <StatusBadge kind="check" code={state} />
          </li>
        ))}
      </ul>
      <Facts
        items={[
          ['Drive', view.manifest ? `${view.manifest.name} ${view.manifest.version ?? ''}`.trim() : null],
          ['Contract', view.manifest?.contract_version],
          ['Digest', view.digest ? <Id key="d" value={view.digest} what="digest" /> : null],
          ['Checks', `${view.engine.checks_run} of ${view.engine.checks_total} run, engine ${view.engine.version}`],
        ]}
      />
      {view.findings.length === 0 ? <p>No findings.</p> : null}
      {view.findings.map((finding, i) => (
        <CheckEvidence key={`${finding.id}-${i}`} finding={finding} />
      ))}
    </Card>
  );
}
