import type { PageFiles } from './page-files.ts';

export type Theme = 'light' | 'dark';

/** The values that the page needs before its first request. */
export type ShellOptions = {
  readonly files: PageFiles;
  /** The chosen theme, for the first paint. */
  readonly theme: Theme | null;
  /** The act token; `null` unless the browser used the printed address. */
  readonly actToken: string | null;
};

/** Returns the page without its figures. The inserted values consist of letters, digits, "-" and "_" only. */
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
<div id="page"><p class="first">spendwatch<noscript> needs JavaScript. The commands status, vms and alerts show the same figures.</noscript></p></div>
</body>
</html>
`;

/** The page for a browser that is not signed in. */
export const notAdmitted = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>spendwatch: not signed in</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<main class="alone"><h1>Not signed in</h1>
<p>Open the whole address that <code>spendwatch dashboard</code> printed, with its token. This browser then stays
signed in until the dashboard ends. The token is needed because other users of this machine can reach the dashboard
too.</p></main>
</body>
</html>
`;
