import { membersOf, placeOf, type BlockType, type FieldEntry, type MemberEntry, type PlaceOptions } from './field.js';
import type { ManifestShape } from './types.js';

/** A field of the document of one shape, with its members. */
export interface FieldNode {
  readonly key: string;
  readonly entry: FieldEntry | MemberEntry;
  readonly place: Pick<PlaceOptions, 'required' | 'text' | 'schema' | 'example'>;
  readonly members?: readonly FieldNode[];
  /** True when the members are those of each list element. */
  readonly list: boolean;
}

function memberNodes(entry: FieldEntry | MemberEntry): Pick<FieldNode, 'members' | 'list'> {
  const members = membersOf(entry.type);
  if (!members) return { list: false };
  return {
    list: (entry.type as BlockType<unknown>).list,
    members: Object.values(members).map((member) => ({
      key: member.at,
      entry: member,
      place: { required: member.required ?? false },
      ...memberNodes(member),
    })),
  };
}

/** The fields of a shape as a tree, in the order of the table; fields placed at `/drive/...` are members of `drive`. */
export function fieldTree(fields: Readonly<Record<string, FieldEntry>>, shape: ManifestShape): FieldNode[] {
  const placed = Object.values(fields).flatMap((entry) => {
    const place = placeOf(entry, shape);
    return place ? [{ entry, place }] : [];
  });
  const node = ({ entry, place }: (typeof placed)[number]): FieldNode => ({
    key: place.key,
    entry,
    place,
    ...memberNodes(entry),
  });
  const inDrive = placed.filter(({ place }) => place.inDrive).map(node);
  return placed
    .filter(({ place }) => !place.inDrive)
    .map((one) => (one.place.key === 'drive' ? { ...node(one), members: inDrive } : node(one)));
}
