import { TextInput } from '@mantine/core';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useList, type TenantView } from '../../api/hooks.js';
import { EmptyState, ErrorCard, Loading } from '../feedback/feedback.js';
import { texts } from '../texts/tables.js';
import { common } from '../../text/common.js';
import { ShowMore } from './show-more.js';
import { controlled } from '../../lib/use-form.js';

interface OwnTenantsProps {
  /** @param only whether there is no other */
  children: (tenant: TenantView, only: boolean) => ReactNode;
  /** Id of one that is shown elsewhere. */
  without?: string;
}

/** The tenants that the operator acts for, by name; of many a page at a time, and found by a part of the name. */
export function OwnTenants({ children, without }: OwnTenantsProps) {
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const list = useList('/api/v1/operator/tenants', { query: { q: q || undefined } });
  if (list.error && !list.data)
    return <ErrorCard error={list.error} what={texts.ownTenants.name} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Loading />;
  const tenants = list.data.pages.flatMap((page) => page.items);
  const many = q !== '' || list.hasNextPage || list.data.pages.length > 1;
  return (
    <>
      {many || text !== '' ? <TextInput label={common.tenant} {...controlled(text, setText)} maxLength={100} /> : null}
      {tenants.filter(({ id }) => id !== without).map((tenant) => children(tenant, !many && tenants.length === 1))}
      {tenants.length === 0 ? (
        <EmptyState>{q === '' ? texts.ownTenants.empty : texts.ownTenants.noneFound}</EmptyState>
      ) : null}
      <ShowMore of={list} />
    </>
  );
}
