/** The badge of a Drive: what the newest run of all checks of what is live said. */
export const conformanceState = (ok: boolean | null): 'passing' | 'failing' | 'unknown' =>
  ok === null ? 'unknown' : ok ? 'passing' : 'failing';
