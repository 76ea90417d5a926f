import { Button } from '@mantine/core';
import { texts } from '../texts/tables.js';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Loads the next page of a list; nothing once all of it is shown. */
export function ShowMore({ of: list }: { of: Pages }) {
  if (!list.hasNextPage) return null;
  return (
    <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {texts.showMore.showMore}
    </Button>
  );
}
