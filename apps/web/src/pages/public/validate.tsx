import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { ApiError } from '../../api/errors.js';
import { validateManifest } from '../../api/validate.js';
import type { ValidationView } from '../../api/validate.js';
import { Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { ValidationVerdict } from '../../components/validation-verdict.js';
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
          {(view) => <ValidationVerdict view={view} />}
        </Resource>
      )}
    </Page>
  );
}
