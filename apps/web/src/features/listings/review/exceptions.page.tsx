import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import { Card, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { useUrlState } from '../../../lib/url-state.js';
import { ExceptionList } from './exception-list.js';

const states = [
  { value: 'proposed', label: 'Waiting for a second reviewer' },
  { value: 'in_force', label: 'In force' },
  { value: 'ending', label: 'Ending within 30 days' },
  { value: 'expired', label: 'Expired' },
  { value: 'all', label: 'All' },
] as const;
type State = (typeof states)[number]['value'];

/** Exceptions of all Drives: those that wait for a second reviewer first. */
export function ExceptionsPage(): ReactNode {
  const [state, setState] = useUrlState('state', 'proposed');
  const known = states.some(({ value }) => value === state) ? (state as State) : 'proposed';
  const exceptions = useGet('/api/v1/review/exceptions', { query: { state: known } });
  return (
    <Page title="Exceptions">
      <div className="row">
        <NativeSelect
          label="Show"
          value={known}
          data={[...states]}
          onChange={(event) => setState(event.currentTarget.value)}
        />
      </div>
      <Resource of={exceptions} what="the exceptions">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>No exceptions. Reviewers propose them on a submission.</EmptyState>
          ) : (
            <Card>
              <h2 className="visually-hidden">Exceptions</h2>
              <ExceptionList of={items} drive />
            </Card>
          )
        }
      </Resource>
    </Page>
  );
}
