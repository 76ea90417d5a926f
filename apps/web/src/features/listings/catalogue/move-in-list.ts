/** `j` and `k` move the focus to the next and the previous card, Enter opens it as any link. */
export function moveInList(
  event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; preventDefault: () => void },
  list: HTMLElement | null,
): void {
  if (list === null || event.ctrlKey || event.metaKey || event.altKey || !['j', 'k'].includes(event.key)) return;
  const links = [...list.querySelectorAll<HTMLAnchorElement>('article h2 a')];
  const now = links.findIndex((link) => link === document.activeElement);
  const next = links[now + (event.key === 'j' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
