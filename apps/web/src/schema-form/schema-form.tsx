import { Button } from '@mantine/core';
import { withTheme } from '@rjsf/core';
import templates from '@rjsf/mantine/lib/templates/index.js';
import CheckboxWidget from '@rjsf/mantine/lib/widgets/CheckboxWidget.js';
import CheckboxesWidget from '@rjsf/mantine/lib/widgets/CheckboxesWidget.js';
import RadioWidget from '@rjsf/mantine/lib/widgets/RadioWidget.js';
import SelectWidget from '@rjsf/mantine/lib/widgets/SelectWidget.js';
import TextareaWidget from '@rjsf/mantine/lib/widgets/TextareaWidget.js';
import type { ArrayFieldTitleProps, RJSFSchema, TemplatesType, TitleFieldProps } from '@rjsf/utils';
import { useMemo } from 'react';
import { keepFocus } from '../lib/keep-focus.js';
import { formDefaults } from './form-defaults.js';
import { requiredFirst } from './required-first.js';
import { NumberField } from './number-field.js';
import { secretFields, withoutSecrets } from './secret-fields.js';
import { validatorKeeping } from './validator.js';
import './form-styles.js';

type Data = Record<string, unknown>;

const NOTHING: readonly string[] = [];

/** Groups are h3: the page has the h1, the card the h2. */
function GroupTitle({ id, title }: TitleFieldProps) {
  return title ? <h3 id={id}>{title}</h3> : null;
}

/** The legend of the group of entries; a heading here would break the order of the page's headings. */
function ArrayTitle({ title }: ArrayFieldTitleProps) {
  return title ? <span>{title}</span> : null;
}

// Only the widgets for the contract's nine keywords: the whole theme includes a calendar and a colour picker.
const ThemedForm = withTheme<Data>({
  templates: { ...templates, TitleFieldTemplate: GroupTitle, ArrayFieldTitleTemplate: ArrayTitle } as Partial<
    TemplatesType<Data>
  >,
  fields: { NumberField },
  widgets: { CheckboxWidget, CheckboxesWidget, RadioWidget, SelectWidget, TextareaWidget },
});

interface SchemaFormProps {
  schema: Record<string, unknown>;
  value: Data;
  submitText?: string;
  loading?: boolean;
  /** JSON pointers of secrets that are saved: they stay as they are when they are left empty. */
  kept?: readonly string[];
  /** With the values, and with the part that a page may show. Without it the form is only shown. */
  onSubmit?: (value: Data, shown: Data) => void;
}

/** The form of a plugin's `config_schema`. The server checks again, by the same rules. */
export default function SchemaForm({
  schema,
  value,
  submitText,
  loading = false,
  kept = NOTHING,
  onSubmit,
}: SchemaFormProps) {
  // The card around it carries the title already.
  const untitled = useMemo(() => ({ ...requiredFirst(schema), title: undefined }), [schema]);
  const secrets = useMemo(() => secretFields(schema, kept), [schema, kept]);
  const validator = useMemo(() => validatorKeeping(kept), [kept]);
  return (
    <ThemedForm
      className="schema-form"
      schema={untitled as RJSFSchema}
      uiSchema={secrets}
      formData={value}
      validator={validator}
      experimental_defaultFormStateBehavior={formDefaults}
      noHtml5Validate
      readonly={!onSubmit}
      liveValidate="onBlur"
      showErrorList={false}
      focusOnFirstError
      onError={() => undefined}
      onSubmit={({ formData = {} }) => onSubmit?.(formData, withoutSecrets(schema, formData))}
    >
      {onSubmit ? (
        <Button type="submit" loading={loading} onMouseDown={keepFocus}>
          {submitText}
        </Button>
      ) : (
        <></>
      )}
    </ThemedForm>
  );
}
