import { useGet, type DirectoryEntryView } from '../../api/hooks.js';
import { Finder, type FindOneProps } from './find-one.js';
import type { Choice } from './pick-one.js';
import { texts } from '../texts/forms.js';
import { common } from '../../text/common.js';

type Kind = DirectoryEntryView['kind'];
export type Found = Choice & { kind: Kind };

const found = ({ kind, id, name, slug, author }: DirectoryEntryView): Found => ({
  kind,
  id,
  text: name,
  note: kind === 'author' ? common.author : texts.directorySearch.driveOf(slug ?? '', author ?? ''),
});

const useDirectory = (q: string | undefined, kind: Kind | undefined) => {
  const { data, isFetching } = useGet('/api/v1/finance/directory', { query: { q, kind } });
  return { data: data?.items.map(found), isFetching };
};

/** Finds an author or a Drive by a part of the name; without a kind both. */
export const DirectorySearch = ({ kind, ...field }: FindOneProps<Found> & { kind?: Kind }) => (
  <Finder {...field} useFinding={(q) => useDirectory(q, kind)} />
);
