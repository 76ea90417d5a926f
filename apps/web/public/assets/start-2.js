if (window.trustedTypes)
  trustedTypes.createPolicy('default', { createHTML: (text) => (text.includes('<') ? null : text) });
{
  const system = matchMedia('(prefers-color-scheme: dark)');
  const setScheme = () => {
    let chosen;
    try {
      chosen = localStorage.getItem('drive-portal-scheme');
    } catch {}
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  };
  setScheme();
  system.addEventListener('change', setScheme);
  addEventListener('storage', setScheme);
}
