export function ownProcess(
  pid: number,
  about: { what: string; signal?: 'KILL' | 'INT' | 'TERM'; group?: boolean },
): () => void;
