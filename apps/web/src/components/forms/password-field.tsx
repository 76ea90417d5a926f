import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { texts } from '../texts/forms.js';

/** A password, with a button that shows it, which the keyboard reaches. */
export function PasswordField(props: PasswordInputProps) {
  const toggle = { 'aria-label': texts.passwordField.showHide, tabIndex: 0 };
  return <PasswordInput {...props} visibilityToggleButtonProps={toggle} />;
}
