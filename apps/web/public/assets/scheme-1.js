// Sets the colour scheme before the first paint. A file of its own because the CSP allows no inline script; the number
// in its name changes with its content, since files under /assets are cached for ever.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('drive-portal-scheme');
  } catch (e) {
    chosen = null;
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
