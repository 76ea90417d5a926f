import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type AnchorButtonProps = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & { ref?: Ref<HTMLAnchorElement> };

/** A link that looks like a button: for going somewhere; a button is for doing something. */
export const LinkButton = createLink(function AnchorButton(props: AnchorButtonProps) {
  return <Button component="a" {...props} />;
});
