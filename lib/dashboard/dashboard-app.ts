import { type Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { streamSSE } from 'hono/streaming';
import { PolicyError } from '../config/policy/policy-error.ts';
import { SettingsError } from '../config/settings/settings-error.ts';
import { programName } from '../notify/parts/runnable.ts';
import { LedgerError } from '../record/ledger.ts';
import { isSame } from './access.ts';
import { answerRoutes } from './answer-routes.ts';
import type { DashboardOptions } from './dashboard-options.ts';
import { admitted, cookieName, isAdmitted, knownHost, refused, safeHeaders } from './guard.ts';
import type { LiveFeed } from './live-feed.ts';
import { addOverrideRoutes } from './override-routes.ts';
import { type PageFile, type PageFiles, sendFile } from './page-files.ts';
import { addReadRoutes } from './read-routes.ts';
import { runnableReplies } from './runnable-replies.ts';

const pages = ['/', '/inventory', '/alerts', '/subject', '/unwatched'] as const;

/** Makes the dashboard's web application: the page, the routes that it reads, and the route of its buttons. */
export function dashboardApp(options: DashboardOptions): Hono {
  const { access, port, files, feed, mayAct, command = programName } = options;
  const app = new Hono();
  // With headers of their own; a link needs no token of the dashboard.
  if (options.answers !== undefined) app.route('/', answerRoutes(options.answers));
  app.use(safeHeaders, knownHost(port));
  for (const page of pages) app.get(page, (context) => pageFor(context, options));
  const file = (path: string, content: PageFile): void => {
    app.get(path, ({ req }) => sendFile(req.raw, content));
  };
  file('/page.js', files.script);
  file('/page.css', files.style);
  file('/icon.svg', files.icon);
  app.use('/api/*', admitted(access, port), async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-store');
  });
  app.get('/api/live', (context) => liveEvents(context, feed, files.script.version));
  app.use('/api/*', compress(), runnableReplies(command));
  addReadRoutes(app, options);
  if (mayAct) addOverrideRoutes(app, options);
  app.all('/api/*', (context) => refused(context, 404, 'not found'));
  app.get('*', (context) => {
    context.status(404);
    return pageFor(context, options);
  });
  app.all('*', (context) => refused(context, 404, 'not found'));
  app.onError((error, context) => {
    if (isExpected(error)) return refused(context, 503, error.message);
    options.onBug(error);
    return context.json({ because: 'internal error; the terminal shows the details' }, 500);
  });
  return app;
}

/** Reports whether an error has a cause that the user can fix, which its message names. */
const isExpected = (error: unknown): error is Error =>
  error instanceof LedgerError || error instanceof PolicyError || error instanceof SettingsError;

function pageFor(
  context: Context,
  { access, port, files, mayAct, command = programName }: DashboardOptions,
): Response | Promise<Response> {
  context.header('Cache-Control', 'no-store');
  const isInvited = isSame(context.req.query('token'), access.token);
  if (!isInvited && !isAdmitted(context, access, port)) return context.html(notAdmitted(command), 401);
  // Lax, so that the browser stays signed in when it follows links from messages in webmail and chats.
  if (isInvited)
    setCookie(context, cookieName(port), access.session, { httpOnly: true, sameSite: 'Lax', path: '/' });
  const actToken = isInvited && mayAct ? access.actToken : null;
  return context.html(shell({ files, theme: themeIn(context), actToken }));
}

function themeIn(context: Context): Theme | null {
  const chosen = getCookie(context, 'spendwatch-theme');
  return chosen === 'light' || chosen === 'dark' ? chosen : null;
}

/** Sends the feed as server-sent events, after a first one with the server's version of the page. */
const liveEvents = (context: Context, feed: LiveFeed, page: string): Response =>
  streamSSE(context, async (stream) => {
    const end = new AbortController();
    stream.onAbort(() => end.abort());
    await stream.writeSSE({ event: 'hello', data: page });
    for await (const event of feed.listen(end.signal)) await stream.writeSSE({ event, data: '' });
  });

type Theme = 'light' | 'dark';

/** The values that the page needs before its first request. */
type ShellOptions = {
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
const notAdmitted = (command: string) => html`<!doctype html>
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
<p>Open the whole address that <code>${command} dashboard</code> printed, with its token. This browser then stays
signed in until the dashboard ends. The token is needed because other users of this machine can reach the dashboard
too.</p></main>
</body>
</html>
`;
