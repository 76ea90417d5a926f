import { TextInput } from '@mantine/core';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useList, type TenantView } from '../../api/hooks.js';
import { EmptyState } from '../feedback/feedback.js';
import { texts } from '../texts/tables.js';
import { common } from '../../text/common.js';
import { Rows } from './rows.js';
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
  const many = q !== '' || list.hasNextPage || (list.data?.pages.length ?? 0) > 1;
  return (
    <>
      {many || text !== '' ? <TextInput label={common.tenant} {...controlled(text, setText)} maxLength={100} /> : null}
      <Rows of={list} what={texts.ownTenants.name} className="stack">
        {(tenants) =>
          tenants.length === 0 ? (
            <EmptyState>{q === '' ? texts.ownTenants.empty : texts.ownTenants.noneFound}</EmptyState>
          ) : (
            tenants.filter(({ id }) => id !== without).map((tenant) => children(tenant, !many && tenants.length === 1))
          )
        }
      </Rows>
    </>
  );
}
