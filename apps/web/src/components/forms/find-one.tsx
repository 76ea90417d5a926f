import { useDeferredValue, useState } from 'react';
import { useGet } from '../../api/hooks.js';
import { PickOne, type Choice } from './pick-one.js';
import { texts } from '../texts/forms.js';
import { common } from '../../text/common.js';

export interface FindOneProps<T extends Choice> {
  label: string;
  description?: string;
  chosen: T | null;
  onChoose: (found: T | null) => void;
}

interface FinderProps<T extends Choice> extends FindOneProps<T> {
  /** Asks for what has the text in it; for the first ones without a text. */
  useFinding: (q: string | undefined) => { data: readonly T[] | undefined; isFetching: boolean };
}

/** A field whose choices the server finds by a part of their name. */
export function Finder<T extends Choice>({ useFinding, ...field }: FinderProps<T>) {
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const { data = [], isFetching } = useFinding(q || undefined);
  return <PickOne {...field} choices={data} busy={isFetching || q !== text.trim()} text={text} onText={setText} />;
}

const useAuthors = (q: string | undefined) => {
  const { data, isFetching } = useGet('/api/v1/admin/authors', { query: { q } });
  return { data: data?.items.map(({ id, name }) => ({ id, text: name, note: common.author })), isFetching };
};

/** Finds an author by its name, or by the name or mail of a member. */
export const FindAuthor = (field: FindOneProps<Choice>) => <Finder {...field} useFinding={useAuthors} />;

const useVentures = (q: string | undefined) => {
  const { data, isFetching } = useGet('/api/v1/finance/ventures', { query: { q } });
  const found = data?.items.map(({ id, name, tenant_name: of }) => ({
    id,
    text: name,
    note: texts.findOne.ofTenant(of),
  }));
  return { data: found, isFetching };
};

/** Finds a venture by its name or its tenant's. */
export const FindVenture = (field: FindOneProps<Choice>) => <Finder {...field} useFinding={useVentures} />;
