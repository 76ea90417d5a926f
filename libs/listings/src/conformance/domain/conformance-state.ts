/** The badge of a Drive: the result of the newest complete run of the checks of its live version. */
export const conformanceState = (ok: boolean | null): 'passing' | 'failing' | 'unknown' =>
  ok === null ? 'unknown' : ok ? 'passing' : 'failing';
