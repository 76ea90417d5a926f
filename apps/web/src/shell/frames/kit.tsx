import { localStorageColorSchemeManager, MantineContext, MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import { useContext, type ReactNode } from 'react';
import { ToastProvider } from '../../components/feedback/toasts.js';
import { cssVariables, theme } from '../../theme/theme.js';
import { SCHEME_KEY } from './scheme.js';
import '../../theme/mantine-styles.js';
import '../../theme/shell.css';
import '../../theme/components.css';

// The server writes one nonce per answer; without it on Mantine's style elements the CSP drops them.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
setNonce(nonce);

const schemes = localStorageColorSchemeManager({ key: SCHEME_KEY });

/** The component kit with its styles: loaded for pages that use it, not for visitors of public pages. */
export function Kit({ children }: { children: ReactNode }) {
  if (useContext(MantineContext) !== null) return children;
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={schemes}
      cssVariablesResolver={cssVariables}
      getStyleNonce={() => nonce}
    >
      <ToastProvider>{children}</ToastProvider>
    </MantineProvider>
  );
}
