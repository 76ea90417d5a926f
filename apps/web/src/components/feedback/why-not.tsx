import { Button, type ButtonProps } from '@mantine/core';
import { useId, type ComponentPropsWithoutRef, type ReactNode } from 'react';

/**
 * Next to a button that cannot be pressed yet: the reason, in words. `reason` null: it can be pressed. The button is
 * described by the words, so screen readers read both.
 */
export function WhyNot({
  reason,
  children,
}: {
  reason: string | null;
  children: (described: { disabled: boolean; 'aria-describedby': string | undefined }) => ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <>
      {children({ disabled: reason !== null, 'aria-describedby': reason === null ? undefined : id })}
      {reason === null ? null : (
        <p id={id} className="small dim why-not">
          {reason}
        </p>
      )}
    </>
  );
}

interface ActionButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** As `reason` of WhyNot. */
  whyNot: string | null;
}

/** A button that may not be pressable yet, and the reason next to it. */
export function ActionButton({ whyNot, ...button }: ActionButtonProps): ReactNode {
  return <WhyNot reason={whyNot}>{(described) => <Button {...button} {...described} />}</WhyNot>;
}
