import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { optionsOf } from '../../lib/options.js';
import { useUrlState } from '../../lib/url-state.js';
import { controlled } from '../../lib/use-form.js';
import { common } from '../../text/common.js';

interface FilterProps<T extends string> {
  label: string;
  /** The choices by their values, as a catalogue has them. */
  choices: Readonly<Record<T, string>>;
  /** What asking for nothing is called. */
  any?: string;
}

/** One of the filters above a list, kept in the address: the value that narrows it, if one does, and its field. */
export function useFilter<T extends string>(
  key: string,
  { label, choices, any = common.any }: FilterProps<T>,
): [T | undefined, ReactNode] {
  const [value, set] = useUrlState(key);
  const known = value in choices ? (value as T) : undefined;
  const data = [{ value: '', label: any }, ...optionsOf(choices)];
  return [known, <NativeSelect key={key} label={label} {...controlled(known ?? '', set)} data={data} />];
}

/** A filter of which one value always holds: `usual` until another is chosen. */
export function useChoice<T extends string>(
  key: string,
  { label, choices, usual }: Omit<FilterProps<T>, 'any'> & { usual: NoInfer<T> },
): [T, ReactNode] {
  const [value, set] = useUrlState(key, usual);
  const known = value in choices ? (value as T) : usual;
  return [known, <NativeSelect key={key} label={label} {...controlled(known, set)} data={optionsOf(choices)} />];
}
