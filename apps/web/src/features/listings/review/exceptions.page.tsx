import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import { useChoice } from '../../../components/tables/filter.js';
import { Card, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState } from '../../../components/feedback/feedback.js';
import { ExceptionList, WaitingExceptions } from './exception-list.js';
import { texts } from '../texts/review.js';
import { common } from '../../../text/common.js';

/** Exceptions of all Drives, and those that wait for a second reviewer. */
export function ExceptionsPage(): ReactNode {
  const [state, stateField] = useChoice('state', {
    label: common.show,
    choices: { ...texts.exceptions.states, all: common.all },
    usual: 'in_force',
  });
  const exceptions = useGet('/api/v1/review/exceptions', { query: { state } });
  return (
    <Page title={texts.exceptions.title}>
      <WaitingExceptions />
      <div className="row">{stateField}</div>
      <Resource of={exceptions} what={common.theExceptions}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{texts.exceptions.empty}</EmptyState>
          ) : (
            <Card>
              <h2 className="visually-hidden">{texts.exceptions.title}</h2>
              <ExceptionList of={items} drive />
            </Card>
          )
        }
      </Resource>
    </Page>
  );
}
