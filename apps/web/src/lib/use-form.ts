import { useState, type ChangeEvent, type FormEvent } from 'react';
import { fieldErrors, type ApiError } from '../api/errors.js';

type Values = Record<string, string>;
type FieldEvent = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

interface FieldProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: FieldEvent) => void;
}

export interface Form<V extends Values> {
  values: V;
  set: (values: Partial<V>) => void;
  /** Properties of one input: value, the server's error for it, change handler. */
  field: (name: keyof V & string) => FieldProps;
  /** The server's errors that name no field of this form. */
  rest: string | undefined;
}

/** Properties of one input whose text, of a select one of its values, is a state of its own. */
export function controlled<T extends string>(
  value: T,
  set: (value: T) => void,
): { value: T; onChange: (event: FieldEvent) => void } {
  return { value, onChange: (event) => set(event.currentTarget.value as T) };
}

/** Properties of a checkbox whose tick is a state of its own. */
export const ticked = (checked: boolean, set: (checked: boolean) => void) => ({
  checked,
  onChange: (event: ChangeEvent<HTMLInputElement>): void => set(event.currentTarget.checked),
});

/** What a form does when it is submitted; the page stays. */
export function submitting(then: () => void): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    then();
  };
}

/** Text fields whose errors come from the server, by pointer. Input is kept after an error. */
export function useForm<V extends Values>(start: V, error: ApiError | null): Form<V> {
  const [values, setValues] = useState(start);
  const errors = fieldErrors(error, Object.keys(start));
  return {
    values,
    set: (some) => setValues((old) => ({ ...old, ...some })),
    field: (name) => ({
      name,
      value: values[name] ?? '',
      error: errors[name],
      onChange: (event) => {
        const { value } = event.currentTarget;
        setValues((old) => ({ ...old, [name]: value }));
      },
    }),
    rest: errors[''],
  };
}
