import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { texts } from '../texts/forms.js';

/** A password, with a button that shows it, which the keyboard reaches. The kit's own does not say that it is refused. */
export function PasswordField(props: PasswordInputProps) {
  const toggle = { 'aria-label': texts.passwordField.showHide, tabIndex: 0 };
  return <PasswordInput {...props} aria-invalid={Boolean(props.error)} visibilityToggleButtonProps={toggle} />;
}
