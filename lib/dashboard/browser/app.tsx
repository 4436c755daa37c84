import { useEffect, useRef } from 'preact/hooks';
import type { Overview as Answered } from '../data/overview.ts';
import { canAct } from './acting.tsx';
import { Alerts } from './alerts.tsx';
import { Hatching } from './charts/use-row.tsx';
import { Inventory } from './inventory.tsx';
import { Overview } from './overview.tsx';
import { Mark, Shape } from './parts/marks.tsx';
import { Link, usePlace } from './place.tsx';
import { type LiveConnection, useLive } from './state/live.ts';
import { useAnswer } from './state/load.ts';
import { useTheme } from './state/theme.ts';
import { Subject } from './subject.tsx';
import { Unwatched } from './unwatched.tsx';
import { fromNow, inZone, subjectName, timeOfDay } from './words.ts';

const pages = {
  '/': { title: 'Overview', Page: Overview },
  '/inventory': { title: 'Inventory', Page: Inventory },
  '/alerts': { title: 'Alerts', Page: Alerts },
  '/unwatched': { title: 'Blind spots', Page: Unwatched },
  '/subject': { title: 'Subject', Page: Subject },
} as const;
type Path = keyof typeof pages;
const unknownPage = { title: 'No such page', Page: NoSuchPage } as const;
const isPath = (path: string): path is Path => Object.hasOwn(pages, path);
const tabs = ['/', '/inventory', '/alerts', '/unwatched'] as const satisfies readonly Path[];

export function App() {
  const place = usePlace();
  const path = isPath(place.path) ? place.path : null;
  const { title, Page } = path === null ? unknownPage : pages[path];
  // The header shows counts and the state of the connection on every page.
  const loaded = useAnswer<Answered>('/api/overview');
  const { answer } = loaded;
  const name = place.query.get('name');
  useEffect(() => {
    document.title = `${path === '/subject' && name !== null ? subjectName(name) : title} - spendwatch`;
  }, [path, title, name]);
  const content = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    // Screen readers announce a new page only if the focus moves to it.
    if (shown.current !== path) content.current?.focus({ preventScroll: true });
    shown.current = path;
  }, [path]);
  return (
    <>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <Hatching />
      <header class="top">
        <Brand />
        <nav class="tabs" aria-label="Pages">
          {tabs.map((tab) => (
            <Link key={tab} to={tab} isCurrent={tab === path}>
              {pages[tab].title}
              <TabCount tab={tab} overview={answer} />
            </Link>
          ))}
        </nav>
        <div class="state">
          {answer !== null && <Mark>{answer.mayAct && canAct() ? 'actions enabled' : 'read-only'}</Mark>}
          <LiveState overview={answer} />
          <ThemeButton />
        </div>
      </header>
      <main class="body" id="content" tabIndex={-1} ref={content}>
        <Warnings overview={answer} path={path} />
        <div class={answer !== null && isStale(answer) ? 'stale' : ''}>
          <Page loaded={loaded} />
        </div>
      </main>
      {answer !== null && (
        <footer class="foot">
          Times in {answer.zone}. Each figure is rounded by itself: a sum may differ from its parts by a cent.{' '}
          {answer.condition.notices.map(({ kind, says }) => (kind === 'estimate' ? says : null))}
        </footer>
      )}
    </>
  );
}

function NoSuchPage() {
  const { path } = usePlace();
  return (
    <>
      <h1>No such page</h1>
      <p>
        There is no page at <code>{path}</code>. <Link to="/">Go to the overview</Link>
      </p>
    </>
  );
}

function Brand() {
  return (
    <Link class="brand" to="/">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M4 27V18h6v9zm9 0V10h6v17zm9 0V4h6v23z" fill="currentColor" />
      </svg>
      spendwatch
    </Link>
  );
}

function TabCount({ tab, overview }: { readonly tab: Path; readonly overview: Answered | null }) {
  if (overview === null) return null;
  const { alerts, unwatched } = overview.counts;
  const count =
    tab === '/alerts' ? alerts.critical + alerts.warning + alerts.info : tab === '/unwatched' ? unwatched : 0;
  if (count === 0) return null;
  const tone =
    tab !== '/alerts' ? '' : alerts.critical > 0 ? 'critical' : alerts.warning > 0 ? 'warning' : '';
  return <span class={`count ${tone}`}>{count.toLocaleString('en-GB')}</span>;
}

/** Shows that the figures are live, or how old they are: only successful polls keep them live. */
function LiveState({ overview }: { readonly overview: Answered | null }) {
  const { state } = useLive();
  const time = overview === null ? null : timeOfDay(overview.asOf, overview.zone);
  const isLive = state === 'live' && overview !== null && !isStale(overview);
  // The time stays outside the status role: a screen reader would announce every change of it.
  return (
    <span class={`live ${isLive ? 'live' : state === 'connecting' ? state : 'lost'}`}>
      <i aria-hidden="true" />
      <span role="status">{isLive ? 'Live' : notLive(state, overview, time)}</span>
      {isLive && time}
    </span>
  );
}

/** Reports whether the figures are out of date. */
const isStale = ({ staleBecause, condition }: Answered): boolean =>
  staleBecause !== null || condition.isBlind;

function notLive(state: LiveConnection['state'], overview: Answered | null, time: string | null): string {
  if (state === 'lost')
    return time === null ? 'Connection lost' : `Connection lost; showing figures from ${time}`;
  if (overview === null || state === 'connecting') return 'Connecting';
  if (overview.staleBecause !== null) return `Figures from ${time}`;
  const { seenAt } = overview.condition;
  return seenAt === null ? 'Never polled' : `Last poll ${fromNow(seenAt, overview.asOf)}`;
}

type WarningsProps = { readonly overview: Answered | null; readonly path: Path | null };

/** Warns when the page or its figures are out of date, and shows why figures are incomplete. */
function Warnings({ overview, path }: WarningsProps) {
  const { isOutdated } = useLive();
  const notices = overview?.condition.notices.filter(
    ({ kind }) => kind !== 'estimate' && (kind !== 'unjudged' || path !== '/subject'),
  );
  return (
    <>
      {isOutdated && (
        <p class="notice">
          A new version of the dashboard is available.{' '}
          <button type="button" onClick={() => location.reload()}>
            Reload
          </button>
        </p>
      )}
      {overview?.staleBecause != null && (
        <p class="notice warning" role="alert">
          Figures are from {timeOfDay(overview.asOf, overview.zone)}: the ledger cannot be read.{' '}
          {overview.staleBecause}
        </p>
      )}
      {overview !== null && notices !== undefined && notices.length > 0 && (
        <ul class="notices" aria-label="Notices">
          {notices.map(({ says, severity }) => (
            <li key={says} class={`notice ${severity}`}>
              <Shape of={severity} />
              {inZone(says, overview.zone)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function ThemeButton() {
  const [theme, choose] = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <button type="button" class="plain" onClick={() => choose(other)}>
      {other === 'dark' ? 'Dark' : 'Light'}
      <span class="hidden-text"> colours</span>
    </button>
  );
}
