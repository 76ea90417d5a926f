import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/forms.js';

/** A password, with a button that shows it, which the keyboard reaches. */
export function PasswordField(props: PasswordInputProps): ReactNode {
  const toggle = { 'aria-label': texts.passwordField.showHide, tabIndex: 0 };
  return <PasswordInput {...props} visibilityToggleButtonProps={toggle} />;
}
