import { useState } from 'react';

export interface Pages {
  index: number;
  before: string | undefined;
  older: (next: string) => void;
  newer: () => void;
}

/** The pages one has been through, by what each began with; another filter begins with the newest. */
export function usePages(filter: string): Pages {
  const [visited, setVisited] = useState<{ filter: string; cursors: string[] }>({ filter, cursors: [] });
  const cursors = visited.filter === filter ? visited.cursors : [];
  return {
    index: cursors.length,
    before: cursors.at(-1),
    older: (next) => setVisited({ filter, cursors: [...cursors, next] }),
    newer: () => setVisited({ filter, cursors: cursors.slice(0, -1) }),
  };
}
