/** Interface texts of installs: history. */
export const texts = {
  history: {
    rangeLabel: 'Period',
    ranges: { day: 'Last 24 hours', month: 'Last 28 days', year: 'Last year' },
    objectivesLabel: 'Responses against the objective',
    columns: {
      share: (days: number) => `Successful responses, ${days} days`,
      target: 'Objective',
      budget: 'Error budget used',
    },
    endpoints: { health: 'Health', metrics: 'Metrics', events: 'Events' },
    tooEarly: 'Not enough data yet',
    percent: (text: string) => `${text} %`,
    operatorExplanation:
      'How reliably the plugin responds, across all its installs, and the figures it reports for this install. Averages give every five-minute period the same weight.',
    authorExplanation:
      'How reliably your Drive responds, across all installs. Averages give every five-minute period the same weight. A used-up quota (402) counts as a successful response. A rejected token (401) and errors on our side are not counted.',
    answersTitle: (endpoint: string) => `Successful responses: ${endpoint}`,
    callColumns: { share: 'Successful', calls: 'Calls' },
    figureColumns: { mean: 'Average', least: 'Minimum', most: 'Maximum' },
    noFigures: 'The plugin reported no figures in this period.',
  },
} as const;
