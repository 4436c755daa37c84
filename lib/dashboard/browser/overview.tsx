import type { Overview as Answered } from '../replies.ts';
import type { ProjectRow } from '../reply-rows.ts';
import { BudgetList } from './budgets.tsx';
import { SpendChart } from './charts/spend-chart.tsx';
import type { Loaded } from './load.ts';
import { Mark } from './marks.tsx';
import { Link, subjectAddress } from './place.tsx';
import { ActionItem, AlertItem } from './rows.tsx';
import { Answer, Nothing } from './states.tsx';
import { Tiles } from './tiles.tsx';
import { counted } from './words.ts';

/** The history that daily bars need; with less of it, the chart shows hours. */
const fewDays = 2 * 86_400_000;

export function Overview({ loaded }: { readonly loaded: Loaded<Answered> }) {
  return (
    <>
      <h1 class="hidden-text">Overview</h1>
      <Answer loaded={loaded} lines={14}>
        {(overview) =>
          overview.counts.projects + overview.counts.accounts === 0 ? (
            <Nothing>No data yet. This page updates by itself after the first poll.</Nothing>
          ) : (
            <Sections overview={overview} />
          )
        }
      </Answer>
    </>
  );
}

function Sections({ overview }: { readonly overview: Answered }) {
  const { counts, alerts, actions, watchedSince, asOf } = overview;
  const firing = counts.alerts.critical + counts.alerts.warning + counts.alerts.info;
  const isYoung = watchedSince === null || asOf - watchedSince < fewDays;
  return (
    <div class="grid">
      <Tiles overview={overview} />
      <SpendChart range={isYoung ? '24h' : '30d'} />
      <section class="card wide-4" aria-labelledby="budgets-heading">
        <header>
          <h2 id="budgets-heading">Budgets</h2>
          <p>
            {overview.budgets.length < counts.budgets
              ? `top ${overview.budgets.length} of ${counts.budgets} by share spent`
              : counted(counts.budgets, 'budget')}
          </p>
        </header>
        <BudgetList budgets={overview.budgets} />
      </section>
      <section class="card wide-7" aria-labelledby="alerts-heading">
        <header>
          <h2 id="alerts-heading">Alerts</h2>
          <More shown={alerts.length} all={firing} />
        </header>
        {alerts.length === 0 ? (
          <Nothing>No active alerts.</Nothing>
        ) : (
          <ul class="rows">
            {alerts.map((alert) => (
              <AlertItem key={alert.key} alert={alert} around={overview} />
            ))}
          </ul>
        )}
      </section>
      <section class="card wide-5 short" aria-labelledby="actions-heading">
        <header>
          <h2 id="actions-heading">Planned actions</h2>
          <More shown={actions.length} all={counts.actions} />
        </header>
        {actions.length === 0 ? (
          <Nothing>No planned actions.</Nothing>
        ) : (
          <ul class="rows">
            {actions.map((action) => (
              <ActionItem key={action.id} action={action} around={overview} />
            ))}
          </ul>
        )}
      </section>
      <Projects projects={overview.projects} all={counts.projects} />
    </div>
  );
}

function More({ shown, all }: { readonly shown: number; readonly all: number }) {
  if (shown === 0) return null;
  return <Link to="/alerts">{shown < all ? `All ${all.toLocaleString('en-GB')}` : 'Details'}</Link>;
}

function Projects({ projects, all }: { readonly projects: readonly ProjectRow[]; readonly all: number }) {
  return (
    <section class="card wide-12" aria-labelledby="projects-heading">
      <header>
        <h2 id="projects-heading">Projects</h2>
        <p>
          {projects.length < all
            ? `top ${projects.length} of ${all.toLocaleString('en-GB')} by burn rate`
            : 'by burn rate'}
        </p>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section class="scrolls" aria-label="Table of projects" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Project</th>
              <th scope="col" class="number">
                Burn rate
              </th>
              <th scope="col" class="number">
                This month
              </th>
              <th scope="col" class="number">
                Running
              </th>
              <th scope="col" class="number">
                Idle
              </th>
              <th scope="col" class="number">
                Alerts
              </th>
              <th scope="col">
                <span class="hidden-text">More</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {projects.map((project) => (
              <tr key={project.subject}>
                <th scope="row" class="name-of">
                  <Link to={subjectAddress(project.subject)}>{project.name}</Link>
                </th>
                <td class="number">{project.burn.text}</td>
                <td class="number">{project.month?.text ?? 'unknown'}</td>
                <td class="number">{project.running}</td>
                <td class="number">{project.idle > 0 ? <Mark tone="warning">{project.idle}</Mark> : 0}</td>
                <td class="number">
                  {project.alerts > 0 ? <Mark tone="warning">{project.alerts}</Mark> : 0}
                </td>
                <td class="number">
                  <Link to={`/inventory?${new URLSearchParams({ project: project.name })}`}>
                    Machines<span class="hidden-text"> of {project.name}</span>
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
