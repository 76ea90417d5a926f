import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiError } from '../../api/errors.js';
import { sharedValidation } from '../../api/validate.js';
import type { ValidationView } from '../../api/validate.js';
import { Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { ValidationVerdict } from '../../components/validation-verdict.js';
import { useParam } from '../../lib/url-state.js';

/** A result of the public validator, as it was when it was checked. */
export function ValidationPage(): ReactNode {
  const id = useParam('id');
  const result = useQuery<ValidationView, ApiError>({
    queryKey: ['validation', id],
    queryFn: ({ signal }) => sharedValidation(id, signal),
    staleTime: Infinity,
  });
  return (
    <Page title="A result of the validator">
      <Resource of={result} what="the result">
        {(view) => (
          <>
            <p>
              As it was when it was checked.{' '}
              <Link to="/validate" search={{ url: view.url }}>
                Check it again
              </Link>
            </p>
            <ValidationVerdict view={view} />
          </>
        )}
      </Resource>
    </Page>
  );
}
