import { Button } from '@mantine/core';
import { withTheme } from '@rjsf/core';
import { generateTheme } from '@rjsf/mantine';
import type { RJSFSchema, TitleFieldProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import './form-styles.js';
import { validator } from './validator.js';

type Data = Record<string, unknown>;

/** Groups are h3: the page has the h1, the card the h2. */
function GroupTitle({ id, title }: TitleFieldProps): ReactNode {
  return title ? <h3 id={id}>{title}</h3> : null;
}

const base = generateTheme<Data>();
const ThemedForm = withTheme<Data>({ ...base, templates: { ...base.templates, TitleFieldTemplate: GroupTitle } });

interface SchemaFormProps {
  schema: Record<string, unknown>;
  value: Data;
  submitText: string;
  onSubmit: (value: Data) => void;
}

/** The form of a plugin's `config_schema`. The server checks again; unknown keywords are not checked here. */
export default function SchemaForm({ schema, value, submitText, onSubmit }: SchemaFormProps): ReactNode {
  return (
    <ThemedForm
      schema={schema as RJSFSchema}
      formData={value}
      validator={validator}
      noHtml5Validate
      liveValidate="onBlur"
      showErrorList={false}
      focusOnFirstError
      onSubmit={(event) => onSubmit(event.formData ?? {})}
    >
      <Button type="submit">{submitText}</Button>
    </ThemedForm>
  );
}
