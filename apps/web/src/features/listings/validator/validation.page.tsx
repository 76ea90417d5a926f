import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../api/errors.js';
import { sharedValidation, type ValidationView } from '../../../api/validate.js';
import { Page } from '../../../components/layout/page.js';
import { Loading } from '../../../components/feedback/states.js';
import { ValidationRefusal, ValidationRun } from './validation-run.js';
import { ValidationVerdict } from './validation-verdict.js';
import { useParam } from '../../../lib/url-state.js';
import { texts } from '../texts/validator.js';
import { rich } from '../../../text/rich.js';

/** A result of the public validator, as it was when it was checked; a run in progress is watched. */
export function ValidationPage(): ReactNode {
  const id = useParam('id');
  const navigate = useNavigate();
  const again = (): void => void navigate({ to: '/validate' });
  const result = useQuery<ValidationView, ApiError>({
    queryKey: ['shared-validation', id],
    queryFn: ({ signal }) => sharedValidation(id, signal),
    staleTime: Infinity,
  });
  return (
    <Page title={texts.validation.title}>
      {result.data ? (
        <Shared view={result.data} />
      ) : result.error?.code === 'validation_running' ? (
        <ValidationRun key={id} id={id} onAgain={again}>
          {(view) => <Shared view={view} />}
        </ValidationRun>
      ) : result.error ? (
        <ValidationRefusal error={result.error} onAgain={again} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function Shared({ view }: { view: ValidationView }): ReactNode {
  return (
    <>
      <p>
        {rich(texts.validation.explanation, {
          link: (text) => (
            <Link to="/validate" search={{ url: view.url }}>
              {text}
            </Link>
          ),
        })}
      </p>
      <ValidationVerdict view={view} />
    </>
  );
}
