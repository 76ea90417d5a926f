import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import { Card, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState } from '../../../components/feedback/feedback.js';
import { useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { ExceptionList } from './exception-list.js';
import { texts } from '../texts/review.js';
import { common } from '../../../text/common.js';

const states = [
  { value: 'proposed', label: texts.exceptions.states.proposed },
  { value: 'in_force', label: texts.exceptions.states.inForce },
  { value: 'ending', label: texts.exceptions.states.ending },
  { value: 'expired', label: texts.exceptions.states.expired },
  { value: 'all', label: common.all },
] as const;
type State = (typeof states)[number]['value'];

/** Exceptions of all Drives: those that wait for a second reviewer first. */
export function ExceptionsPage(): ReactNode {
  const [state, setState] = useUrlState('state', 'proposed');
  const known = states.some(({ value }) => value === state) ? (state as State) : 'proposed';
  const exceptions = useGet('/api/v1/review/exceptions', { query: { state: known } });
  return (
    <Page title={texts.exceptions.title}>
      <div className="row">
        <NativeSelect label={texts.exceptions.showLabel} {...controlled(known, setState)} data={[...states]} />
      </div>
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
