import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUrlState } from '../../lib/url-state.js';

/** Parts of a page of which one is shown, by their names in the address: the title of each and its content. */
export function UrlTabs({ tabs }: { tabs: Readonly<Record<string, readonly [title: string, content: ReactNode]>> }) {
  const usual = Object.keys(tabs)[0]!;
  const [tab, setTab] = useUrlState('tab', usual);
  return (
    <Tabs value={tab} onChange={(value) => setTab(value ?? usual)} keepMounted={false}>
      <Tabs.List>
        {Object.entries(tabs).map(([name, [title]]) => (
          <Tabs.Tab key={name} value={name}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(tabs).map(([name, [, content]]) => (
        <Tabs.Panel key={name} value={name} pt="sm">
          <div className="stack">{content}</div>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
