if (window.trustedTypes)
  trustedTypes.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
let chosen;
try {
  chosen = localStorage.getItem('drive-portal-scheme');
} catch {}
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
