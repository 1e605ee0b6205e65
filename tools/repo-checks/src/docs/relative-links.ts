/** Where a page's Markdown links lead inside the repository: the paths as written, without anchors. */
export function relativeLinks(markdown: string): readonly string[] {
  const prose = markdown.replace(/^(`{3,}|~{3,})[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
  const inline = [...prose.matchAll(/\]\(\s*([^)\s]+)(?:\s+"[^"]*")?\s*\)/g)];
  const referenced = [...prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)];
  return [...inline, ...referenced].flatMap(([, target = '']) => (/^([a-z][a-z+.-]*:|#|\/\/)/i.test(target) ? [] : [decodeURI(target.replace(/[#?].*$/, ''))]));
}
