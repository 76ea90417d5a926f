/**
 * Entry points by the starts of their names: `POST` or another method, `.` for the start itself, then consumers and jobs.
 * @param below what every address begins with
 */
export const doorsOf = (text: string, below = ''): string[] =>
  text
    .trim()
    .split(/\s*[;\n]\s*/)
    .flatMap((line) => {
      const [start, ends] = line.split(': ') as [string, string];
      let method = 'POST';
      return ends.split(' ').flatMap((end) => {
        if (!start.startsWith('/')) return [`${start}.${end}`];
        if (/^[A-Z]+$/.test(end)) method = end;
        return method === end ? [] : [`${method} ${below}${start}${end === '.' ? '' : `/${end}`}`];
      });
    });
