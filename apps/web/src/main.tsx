import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from './api/query-client.js';
import { ME } from './api/session.js';
import { ToastProvider } from './components/feedback/toasts.js';
import { cssVariables, theme } from './theme/theme.js';
import { makeRouter } from './router.js';
import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './theme/mantine-styles.js';
import './theme/tokens.css';
import './theme/base.css';
import './theme/shell.css';
import './theme/components.css';

// The server writes one nonce per answer; without it on Mantine's style elements the CSP drops them.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
setNonce(nonce);

const schemes = localStorageColorSchemeManager({ key: 'drive-portal-scheme' });
const queryClient = makeQueryClient(() => {
  queryClient.setQueryData([ME], null);
  void router.invalidate();
});
const router = makeRouter(queryClient);

const container = document.getElementById('root');
if (!container) throw new Error('The page has no root element.');
createRoot(container).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={schemes}
      cssVariablesResolver={cssVariables}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
