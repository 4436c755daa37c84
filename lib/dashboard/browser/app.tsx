import { useEffect, useRef } from 'preact/hooks';
import type { Overview as Answered } from '../replies.ts';
import { canAct } from './acting.tsx';
import { Alerts } from './alerts.tsx';
import { Hatching } from './charts/use-row.tsx';
import { Inventory } from './inventory.tsx';
import { useLive } from './live.ts';
import { useAnswer } from './load.ts';
import { Mark } from './marks.tsx';
import { Overview } from './overview.tsx';
import { Link, usePlace } from './place.tsx';
import { Subject } from './subject.tsx';
import { useTheme } from './theme.ts';
import { Unwatched } from './unwatched.tsx';
import { subjectName, timeOfDay } from './words.ts';

const pages = {
  '/': { title: 'Overview', Page: Overview },
  '/inventory': { title: 'Inventory', Page: Inventory },
  '/alerts': { title: 'Alerts and acts', Page: Alerts },
  '/unwatched': { title: 'Not watched', Page: Unwatched },
  '/subject': { title: 'Subject', Page: Subject },
} as const;
type Path = keyof typeof pages;
const isPath = (path: string): path is Path => Object.hasOwn(pages, path);
const tabs = ['/', '/inventory', '/alerts', '/unwatched'] as const satisfies readonly Path[];

export function App() {
  const place = usePlace();
  const path = isPath(place.path) ? place.path : '/';
  const { title, Page } = pages[path];
  // Whatever page it is, its header tells how things stand.
  const loaded = useAnswer<Answered>('/api/overview');
  const { answer } = loaded;
  const name = place.query.get('name');
  useEffect(() => {
    document.title = `${path === '/subject' && name !== null ? subjectName(name) : title} - spendwatch`;
  }, [path, title, name]);
  const content = useRef<HTMLElement>(null);
  const shown = useRef(path);
  useEffect(() => {
    // Whoever does not see that the page is another one is taken to it.
    if (shown.current !== path) content.current?.focus({ preventScroll: true });
    shown.current = path;
  }, [path]);
  return (
    <>
      <a class="skip" href="#content">
        Skip to the figures
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
          {answer !== null && <Mark>{answer.mayAct && canAct() ? 'may act' : 'read-only'}</Mark>}
          <LiveState overview={answer} />
          <ThemeButton />
        </div>
      </header>
      <main class="body" id="content" tabIndex={-1} ref={content}>
        <Words overview={answer} />
        <Page loaded={loaded} />
      </main>
      {answer !== null && <footer class="foot">Times are of {answer.zone}.</footer>}
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

function LiveState({ overview }: { readonly overview: Answered | null }) {
  const { state } = useLive();
  const time = overview === null ? null : timeOfDay(overview.asOf, overview.zone);
  const lost = time === null ? 'Connection lost' : `Connection lost, showing figures of ${time}`;
  // The time goes on and on, which nobody wants to hear.
  return (
    <span class={`live ${state}`}>
      <i aria-hidden="true" />
      <span role="status">{state === 'lost' ? lost : state === 'live' ? 'Live' : 'Connecting'}</span>
      {state === 'live' && time}
    </span>
  );
}

/** What whoever looks should know before they trust a figure. */
function Words({ overview }: { readonly overview: Answered | null }) {
  const { isOutdated } = useLive();
  return (
    <>
      {isOutdated && (
        <p class="notice">
          The dashboard has been replaced by another version.{' '}
          <button type="button" onClick={() => location.reload()}>
            Load it
          </button>
        </p>
      )}
      {overview?.staleBecause != null && (
        <p class="notice warning" role="alert">
          The ledger cannot be read, so these are the figures of {timeOfDay(overview.asOf, overview.zone)}:{' '}
          {overview.staleBecause}
        </p>
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
