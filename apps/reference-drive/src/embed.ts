/** Where the embed's script is, and the drafts that it shows. */
export const EMBED_SCRIPT = '/embed.js';
export const EMBED_DRAFTS = '/api/embed/drafts';

/** The snippet of the manifest: the script, with the token where it expects it. */
export const snippetOf = (origin: string): string =>
  `<script src="${origin}${EMBED_SCRIPT}" data-token="{{scoped_token}}" async></script>`;

/** Shows the drafts of a workspace behind its own tag, as text only, on whatever page it was pasted into. */
export const SCRIPT = `(() => {
  const script = document.currentScript;
  const box = document.createElement('section');
  box.setAttribute('aria-label', 'Drafts');
  script.after(box);
  const say = (text) => {
    const line = document.createElement('p');
    line.textContent = text;
    box.append(line);
  };
  fetch(new URL('${EMBED_DRAFTS}', script.src), { headers: { authorization: 'Bearer ' + script.dataset.token } })
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))))
    .then(({ data: { drafts } }) => (drafts.length === 0 ? say('No drafts yet.') : drafts.forEach(say)))
    .catch(() => say('Drafts are not available.'));
})();
`;

/** Pages of any origin embed the script; the token decides whose drafts they get. */
export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization',
  'access-control-allow-methods': 'GET',
} as const;
