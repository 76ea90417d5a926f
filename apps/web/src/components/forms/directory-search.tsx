import { useDeferredValue, useState } from 'react';
import { useGet, type DirectoryEntryView } from '../../api/hooks.js';
import { PickOne, type Choice } from './pick-one.js';
import { texts } from '../texts/forms.js';
import { common } from '../../text/common.js';
export type Found = Choice & { kind: DirectoryEntryView['kind'] };

interface DirectorySearchProps {
  label: string;
  /** Only these; without it both. */
  kind?: DirectoryEntryView['kind'];
  chosen: Found | null;
  onChoose: (found: Found | null) => void;
}

const found = ({ kind, id, name, slug, author }: DirectoryEntryView): Found => ({
  kind,
  id,
  text: name,
  note: kind === 'author' ? common.author : texts.directorySearch.driveOf(slug ?? '', author ?? ''),
});

/** Finds an author or a Drive by a part of the name. */
export function DirectorySearch({ kind, ...field }: DirectorySearchProps) {
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const entries = useGet('/api/v1/finance/directory', { query: { q: q || undefined, kind } });
  return (
    <PickOne
      {...field}
      choices={entries.data?.items.map(found) ?? []}
      busy={entries.isFetching || q !== text.trim()}
      text={text}
      onText={setText}
    />
  );
}
