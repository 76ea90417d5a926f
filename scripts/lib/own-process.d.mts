export function ownProcess(pid: number, about?: { signal?: 'KILL' | 'INT' | 'CONT'; group?: boolean }): () => void;
