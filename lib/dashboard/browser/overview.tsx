import type { Overview as Answered } from '../replies.ts';
import { BudgetList } from './budgets.tsx';
import { SpendChart } from './charts/spend-chart.tsx';
import type { Loaded } from './load.ts';
import { Link } from './place.tsx';
import { Projects } from './projects.tsx';
import { ActionItem, AlertItem } from './rows.tsx';
import { Answer, Nothing } from './states.tsx';
import { Tiles } from './tiles.tsx';
import { counted } from './words.ts';

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
  const { counts, alerts, actions } = overview;
  const firing = counts.alerts.critical + counts.alerts.warning + counts.alerts.info;
  return (
    <div class="grid">
      <Tiles overview={overview} />
      <SpendChart />
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
