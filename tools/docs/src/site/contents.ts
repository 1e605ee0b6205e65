/** The table of contents of the site: pages in the order in which somebody new reads them. */
export interface Chapter {
  readonly name: string;
  readonly pages: readonly string[];
}

export const CONTENTS: readonly Chapter[] = [
  { name: 'Begin', pages: ['docs/README.md', 'docs/tutorial.md'] },
  { name: 'For you', pages: ['docs/provider-author.md', 'docs/operator.md', 'docs/consumer.md'] },
  { name: 'How to', pages: ['docs/how-to/order-is-not-ready.md', 'docs/how-to/run-with-kcp-alone.md', 'docs/how-to/change-the-api.md', 'docs/how-to/watch-a-provider.md', 'docs/how-to/migrate-from-go.md'] },
  { name: 'To look up', pages: ['docs/reference/errors.md', 'docs/reference/command-line.md', 'docs/reference/metrics.md'] },
  { name: 'Why', pages: ['docs/explanation/architecture.md', 'docs/explanation/decisions.md', 'docs/explanation/limits.md'] },
];
