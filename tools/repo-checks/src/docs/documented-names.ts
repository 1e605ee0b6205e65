/** The names in the first column of the tables below headings that the page has, each in backticks. A heading that is not there has none. */
export function documentedNames(markdown: string, heading: RegExp): readonly string[] {
  const sections = markdown.split(/^## /m).filter((section) => heading.test(section.split('\n')[0] ?? ''));
  return sections.flatMap((section) => [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = '']) => name));
}
