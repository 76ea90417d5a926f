import type { MouseEvent } from 'react';

/**
 * For buttons below fields that are checked on leaving them: pressing must not leave the field first, because its error
 * appears or goes away then, the button moves, and the click misses it.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
