import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useSend, type RequestExportBody } from '../../api/hooks.js';
import { SendError } from '../feedback/feedback.js';
import { texts } from '../texts/tables.js';
import { common } from '../../text/common.js';

/** The forms of a file that finance takes along. */
export const EXPORT_FORMATS: { value: RequestExportBody['format']; label: string }[] = [
  { value: 'csv', label: common.csv },
  { value: 'json', label: texts.exportList.exportFormats.json },
  { value: 'pdf', label: common.pdf },
];

/**
 * Asks for a file in one of three forms; it is made in the background and found under Exports. With `query` all rows of
 * a list, narrowed as they are now; with `month` everything of a month.
 */
export function ExportList({
  kind,
  query,
  month,
}: {
  kind: RequestExportBody['kind'];
  /** Parameters of the page's list: texts and booleans. */
  query?: object;
  month?: string;
}) {
  const navigate = useNavigate();
  const ask = useSend('/api/v1/finance/exports', { onDone: () => void navigate({ to: '/finance/exports' }) });
  const given = Object.entries(query ?? {}) as [string, string | boolean | undefined][];
  const filter = Object.fromEntries(given.filter((one): one is [string, string | boolean] => one[1] !== undefined));
  return (
    <>
      <SendError error={ask.error} />
      <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" loading={ask.isPending} rightSection={<IconChevronDown size={14} />}>
            {texts.exportList.export}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {EXPORT_FORMATS.map(({ value, label }) => (
            <Menu.Item
              key={value}
              onClick={() =>
                ask.mutate(month === undefined ? { kind, format: value, filter } : { kind, format: value, month })
              }
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
