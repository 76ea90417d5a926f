import { useDeferredValue, useState } from 'react';
import { useGet } from '../../api/hooks.js';
import { PickOne, type Choice } from './pick-one.js';
import { texts } from '../texts/forms.js';
import { common } from '../../text/common.js';

interface FindOneProps {
  label: string;
  description?: string;
  chosen: Choice | null;
  onChoose: (found: Choice | null) => void;
}

/** Finds an author by its name, or by the name or mail of a member. */
export function FindAuthor(field: FindOneProps) {
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const found = useGet('/api/v1/admin/authors', { query: { q: q || undefined } });
  return (
    <PickOne
      {...field}
      choices={found.data?.items.map(({ id, name }) => ({ id, text: name, note: common.author })) ?? []}
      busy={found.isFetching || q !== text.trim()}
      text={text}
      onText={setText}
    />
  );
}

/** Finds a venture by its name or its tenant's. */
export function FindVenture(field: FindOneProps) {
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const found = useGet('/api/v1/finance/ventures', { query: { q: q || undefined } });
  return (
    <PickOne
      {...field}
      choices={
        found.data?.items.map(({ id, name, tenant_name: tenant }) => ({
          id,
          text: name,
          note: texts.findOne.ofTenant(tenant),
        })) ?? []
      }
      busy={found.isFetching || q !== text.trim()}
      text={text}
      onText={setText}
    />
  );
}
