import { Button, TextInput } from '@mantine/core';
import { formatMonth, shiftMonth } from '../../lib/format.js';
import { currentMonth } from '../../lib/server-time.js';
import { controlled } from '../../lib/use-form.js';
import { common } from '../../text/common.js';

/** A UTC month with buttons for the previous and the next one, up to the current month. */
export function MonthField({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const next = shiftMonth(month, 1);
  return (
    <>
      <TextInput label={common.month} type="month" {...controlled(month, onChange)} />
      <Button variant="default" onClick={() => onChange(shiftMonth(month, -1))}>
        {formatMonth(shiftMonth(month, -1))}
      </Button>
      {month < currentMonth() ? (
        <Button variant="default" onClick={() => onChange(next)}>
          {formatMonth(next)}
        </Button>
      ) : null}
    </>
  );
}
