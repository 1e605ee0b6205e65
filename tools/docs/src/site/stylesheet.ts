/** How the site looks; it follows the reader's choice of light or dark. */
export const STYLESHEET = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; }
body { display: grid; grid-template-columns: 16rem minmax(0, 48rem); gap: 2rem; margin: 0 auto; max-width: 68rem; padding: 1rem; }
nav h2 { font-size: .85rem; margin: 1rem 0 .2rem; opacity: .7; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav [aria-current] { font-weight: 600; }
pre, table { display: block; overflow-x: auto; }
pre { background: color-mix(in srgb, currentColor 7%, transparent); border-radius: 4px; padding: .7rem; }
code { font: .9em ui-monospace, monospace; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: .3rem .6rem; text-align: left; vertical-align: top; }
img { background: #fff; max-width: 100%; }
@media (max-width: 50rem) { body { display: block; } }
`;
