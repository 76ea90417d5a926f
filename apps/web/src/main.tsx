import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient } from './api/query-client.js';
import { ME } from './api/session.js';
import { makeRouter } from './router.js';
import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './theme/tokens.css';
import './theme/base.css';
import './theme/public.css';

const queryClient = makeQueryClient(() => {
  queryClient.setQueryData([ME], null);
  void router.invalidate();
});
const router = makeRouter(queryClient);

const container = document.getElementById('root');
if (!container) throw new Error('The page has no root element.');
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
