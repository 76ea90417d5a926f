/** Web pages of services in front of a Drive, reduced to what identifies them. */
export const PAGES = {
  ngrok:
    '<!DOCTYPE html><html><head><title>ngrok</title></head><body><h1>You are about to visit:</h1><p>This site is served for free through ngrok.</p><noscript>ERR_NGROK_6024</noscript></body></html>',
  offline: '<!DOCTYPE html><html><body><noscript>The endpoint is offline. (ERR_NGROK_3200)</noscript></body></html>',
  localtunnel:
    '<!DOCTYPE html><html><head><title>Tunnel website ahead!</title></head><body><p>served via loca.lt</p><label>Tunnel Password <input name="endpoint_ip"></label></body></html>',
  challenge:
    '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><script src="/cdn-cgi/challenge-platform/h/g/orchestrate"></script></body></html>',
  login:
    '<!doctype html><html><head><title>Sign in to Acme</title></head><body><form><input name="user"><input type="password" name="p"></form></body></html>',
  fallback:
    '<!doctype html><html lang="en"><head><script type="module" src="/assets/index.js"></script></head><body><div id="root"></div></body></html>',
} as const;
