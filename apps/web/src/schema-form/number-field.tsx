import type { FieldProps } from '@rjsf/utils';
import { useState } from 'react';
import { exactNumber } from './exact-number.js';

type Data = Record<string, unknown>;

/** A field for text, so that the input is never rounded, truncated or stepped; see `exactNumber`. */
export function NumberField(props: FieldProps<Data>) {
  const { registry, formData, onChange, uiSchema } = props;
  const { StringField } = registry.fields as { StringField: React.ComponentType<FieldProps<Data>> };
  const [typed, setTyped] = useState('');
  const value: unknown = formData;
  // 0.10 stays as it was typed although it is the number 0.1: more digits may follow.
  const shown = typed !== '' && exactNumber(typed) === value ? typed : value;
  const options = { ...(uiSchema?.['ui:options'] as object | undefined), inputType: 'text', inputMode: 'decimal' };
  return (
    <StringField
      {...props}
      uiSchema={{ ...uiSchema, 'ui:options': options }}
      formData={(typeof shown === 'number' ? String(shown) : shown) as never}
      onChange={(given, ...rest) => {
        const text: unknown = given;
        if (typeof text === 'string') setTyped(text);
        onChange((typeof text === 'string' ? exactNumber(text) : text) as never, ...rest);
      }}
    />
  );
}
