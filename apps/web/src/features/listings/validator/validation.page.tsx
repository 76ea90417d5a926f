import { Link, useNavigate } from '@tanstack/react-router';
import { Page } from '../../../components/layout/page.js';
import { ValidationRun } from './validation-run.js';
import { ValidationVerdict } from './validation-verdict.js';
import { useParam } from '../../../lib/url-state.js';
import { texts } from '../texts/validator.js';
import { rich } from '../../../text/rich.js';

/** A result of the public validator, as it was when it was checked; a run in progress is waited for. */
export function ValidationPage() {
  const id = useParam('id');
  const navigate = useNavigate();
  return (
    <Page title={texts.validation.title}>
      <ValidationRun key={id} id={id} onAgain={() => void navigate({ to: '/validate' })}>
        {(view) => (
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
        )}
      </ValidationRun>
    </Page>
  );
}
