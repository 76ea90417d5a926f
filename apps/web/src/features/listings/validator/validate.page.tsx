import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../api/errors.js';
import type { ValidationRunView } from '../../../api/schema.js';
import { startValidation } from '../../../api/validate.js';
import { Page } from '../../../components/layout/page.js';
import { Loading, ActionButton } from '../../../components/feedback/feedback.js';
import { ValidationRefusal, ValidationRun } from './validation-run.js';
import { ValidationVerdict } from './validation-verdict.js';
import { useUrlState } from '../../../lib/url-state.js';
import { controlled, submitting } from '../../../lib/use-form.js';
import { texts } from '../texts/validator.js';
import { common } from '../../../text/common.js';

/** Check any manifest, without an account; the address of this page carries the question. */
export function ValidatePage() {
  const [url, setUrl] = useUrlState('url');
  const [text, setText] = useState(url);
  // A repeated request for the same address wants a new check, not the known result.
  const [times, setTimes] = useState(0);
  const run = useQuery<ValidationRunView, ApiError>({
    queryKey: ['manifest-validate', url, times],
    queryFn: ({ signal }) => startValidation(url, times > 0, signal),
    enabled: url !== '',
    staleTime: Infinity,
    retry: false,
  });
  const again = (): void => setTimes((n) => n + 1);
  const submit = submitting(() => {
    if (text.trim() === url) return again();
    setTimes(0);
    setUrl(text.trim());
  });
  return (
    <Page title={common.checkAManifest}>
      <form className="card stack form" onSubmit={submit} noValidate>
        <TextInput
          label={common.manifestUrl}
          description={texts.validate.manifestUrlHelp}
          type="url"
          {...controlled(text, setText)}
          error={run.error?.code === 'manifest_url_refused' && text.trim() === url}
        />
        <ActionButton
          whyNot={text.trim() === '' ? texts.validate.whyNot.enterManifestUrl : null}
          type="submit"
          loading={run.isFetching}
        >
          {url !== '' && text.trim() === url ? common.checkAgain : texts.validate.check}
        </ActionButton>
      </form>
      {url === '' ? null : run.error ? (
        <ValidationRefusal error={run.error} onAgain={again} />
      ) : run.data ? (
        <ValidationRun key={run.data.id} id={run.data.id} onAgain={again}>
          {(view) => <ValidationVerdict view={view} />}
        </ValidationRun>
      ) : (
        <Loading />
      )}
    </Page>
  );
}
