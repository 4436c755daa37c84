import type { PageFiles } from './page-files.ts';

export type Theme = 'light' | 'dark';

/** What the page must know before it asks for anything. */
export type ShellOptions = {
  readonly files: PageFiles;
  /** Whoever has chosen one sees it from the first paint on. */
  readonly theme: Theme | null;
  /** Only for whoever came by the printed address. */
  readonly actToken: string | null;
};

/** The page before its figures. Everything put into it is ours: tags, and text of letters, digits, "-" and "_". */
export const shell = ({ files, theme, actToken }: ShellOptions): string => `<!doctype html>
<html lang="en"${theme === null ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="page" content="${files.script.version}">
${actToken === null ? '' : `<meta name="act-token" content="${actToken}">\n`}<title>spendwatch</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
</head>
<body>
<div id="page"><p class="first">spendwatch<noscript> needs JavaScript to show its figures; the commands show the same: status, vms, alerts.</noscript></p></div>
</body>
</html>
`;

/** For a browser that was not let in. */
export const notAdmitted = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>spendwatch: not let in</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<main class="alone"><h1>This browser is not let in</h1>
<p>Other users of the same machine can reach this address too, so it takes the whole address that
<code>spendwatch dashboard</code> printed, with its token. Open that one; this browser is remembered until the
dashboard ends.</p></main>
</body>
</html>
`;
