export function ownProcess(
  pid: number,
  about: { what: string; signal?: 'KILL' | 'INT' | 'CONT'; group?: boolean },
): () => void;
