import { createContext } from 'react';

/** Closes the dialog of the button around it: when it is left, and when a change that is sent from it was made. */
export const CloseContext = createContext<() => void>(() => undefined);
