/** A page that several ledgers write, each its own section. */

/** The page with another section of a title; at its end where it has none. */
export function withSection(page: string, title: string, body: string): string {
  const [head = '', ...sections] = page.split(/^(?=## )/m);
  const pageSection = `## ${title}\n\n${body}`;
  const at = sections.findIndex((section) => section.split('\n', 1)[0] === `## ${title}`);
  const all = at === -1 ? [...sections, pageSection] : sections.with(at, pageSection);
  return `${[head, ...all].map((part) => part.trim()).join('\n\n')}\n`;
}
