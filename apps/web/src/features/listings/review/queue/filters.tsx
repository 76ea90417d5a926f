import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUrlState } from '../../../../lib/url-state.js';
import { controlled } from '../../../../lib/use-form.js';
import { texts } from '../../texts/review.js';
import { common } from '../../../../text/common.js';

/** One value of a filter; `''` asks for nothing. */
export interface Choice<T extends string> {
  readonly value: T | '';
  readonly label: string;
}

/** A filter that lives in the address; `''` is its first and usual value. */
export function useFilter<T extends string>(
  key: string,
  choices: readonly Choice<T>[],
): [T | undefined, (value: string) => void] {
  const [value, set] = useUrlState(key);
  const known = choices.find((choice) => choice.value === value)?.value;
  return [known === '' ? undefined : known, set];
}

/** One of the filters above a list. */
export function Filter<T extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string;
  choices: readonly Choice<T>[];
  value: T | undefined;
  onChange: (value: string) => void;
}): ReactNode {
  return (
    <NativeSelect
      label={label}
      {...controlled(value ?? '', onChange)}
      data={choices.map((choice) => ({ ...choice }))}
    />
  );
}

/** Who has to act. */
export const parties: readonly Choice<'author' | 'all'>[] = [
  { value: '', label: texts.queueFilters.parties.any },
  { value: 'author', label: texts.queueFilters.parties.author },
  { value: 'all', label: texts.queueFilters.parties.all },
];

/** Kind of a submission. */
export const kinds: readonly Choice<'initial' | 'update'>[] = [
  { value: '', label: common.any },
  { value: 'initial', label: texts.queueFilters.kinds.initial },
  { value: 'update', label: texts.queueFilters.kinds.update },
];

/** Whether it should have been done by now. */
export const dues: readonly Choice<'overdue'>[] = [
  { value: '', label: common.any },
  { value: 'overdue', label: texts.queueFilters.dues.overdue },
];
