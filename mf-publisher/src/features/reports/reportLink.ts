/** The address of a report: `{ group: 'zone', property: 'p_1k7' }` → `/publisher/reports?group=zone&property=p_1k7`. */
export const reportLink = (question: Readonly<Record<string, string>>): string =>
  // Commas and marks may stand in a query as they are: people read this.
  `/publisher/reports?${new URLSearchParams(question).toString().replaceAll('%2C', ',').replaceAll('%21', '!')}`;
