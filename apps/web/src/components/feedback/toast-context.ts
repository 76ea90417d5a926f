import { createContext, useContext, type ReactNode } from 'react';

export const ToastContext = createContext<(content: ReactNode) => void>(() => undefined);

/** Confirms a success: `toast('Saved.')`. Success is never a page of its own. */
export function useToast(): (content: ReactNode) => void {
  return useContext(ToastContext);
}
