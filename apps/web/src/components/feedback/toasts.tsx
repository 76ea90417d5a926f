import { CloseButton } from '@mantine/core';
import { useCallback, useState, type ReactNode } from 'react';
import { texts } from '../texts/feedback.js';
import { ToastContext } from './toast-context.js';

interface Toast {
  id: number;
  content: ReactNode;
}

const SHOWN_MS = 8_000;
let nextId = 1;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const remove = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const show = useCallback(
    (content: ReactNode) => {
      const id = nextId++;
      setToasts((all) => [...all.slice(-2), { id, content }]);
      setTimeout(() => remove(id), SHOWN_MS);
    },
    [remove],
  );
  return (
    <ToastContext value={show}>
      {children}
      <div className="stack stack-8 toasts" role="status" aria-live="polite">
        {toasts.map((toast) => (
          <div key={toast.id} className="alert toast" data-tone="ok">
            <div className="grow">{toast.content}</div>
            <CloseButton size={24} aria-label={texts.toasts.dismissLabel} onClick={() => remove(toast.id)} />
          </div>
        ))}
      </div>
    </ToastContext>
  );
}
