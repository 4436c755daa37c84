import type { Overview as Answered } from '../data/overview.ts';
import { BudgetList } from './budgets.tsx';
import { SpendChart } from './charts/spend-chart.tsx';
import { Card, Rows } from './parts/card.tsx';
import { Answer, Nothing } from './parts/states.tsx';
import { Table } from './parts/table.tsx';
import { Link, subjectAddress } from './place.tsx';
import { Projects } from './projects.tsx';
import { AlertItem, PlannedActions } from './rows.tsx';
import type { LoadState } from './state/load.ts';
import { Tiles } from './tiles.tsx';
import { counted, dayAndTime, subjectName } from './words.ts';

export function Overview({ loaded }: { readonly loaded: LoadState<Answered> }) {
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
  const planned = <PlannedActions actions={actions} all={counts.actions} fleet={overview} />;
  return (
    <div class="grid">
      {actions.length > 0 && planned}
      <Tiles overview={overview} />
      <SpendChart />
      <Card
        name="budgets"
        title="Budgets"
        aside={
          <p>
            {overview.budgets.length < counts.budgets
              ? `top ${overview.budgets.length} of ${counts.budgets} by share spent`
              : counted(counts.budgets, 'budget')}
          </p>
        }
        class="wide-4"
      >
        <BudgetList budgets={overview.budgets} />
      </Card>
      <Card name="alerts" title="Alerts" aside={<More shown={alerts.length} all={firing} />} class="wide-7">
        <Rows of={alerts} none="No active alerts.">
          {(alert) => <AlertItem key={alert.key} alert={alert} fleet={overview} />}
        </Rows>
      </Card>
      <div class="wide-5 stack">
        {actions.length === 0 && planned}
        {overview.accounts.length > 1 && <Accounts overview={overview} />}
        <Projects projects={overview.projects} all={counts.projects} />
      </div>
    </div>
  );
}

/** Lists the accounts with their credit and its end, the next first. */
function Accounts({ overview }: { readonly overview: Answered }) {
  const { accounts, zone } = overview;
  return (
    <Card name="accounts" title="Credit">
      <Table label="Table of accounts" head={['Account', { figure: 'Credit' }, { figure: 'Ends' }]}>
        {accounts.map(({ subject, credit, emptyAt, runway, severity }) => (
          <tr key={subject}>
            <th scope="row" class="name-of">
              <Link to={subjectAddress(subject)}>{subjectName(subject)}</Link>
            </th>
            <td class="number">{credit?.text ?? 'unknown'}</td>
            <td class={`number ${severity === null ? '' : `tone-${severity}`}`}>
              {runway}
              {emptyAt !== null && <small>{dayAndTime(emptyAt, zone)}</small>}
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function More({ shown, all }: { readonly shown: number; readonly all: number }) {
  if (shown === 0) return null;
  return <Link to="/alerts">{shown < all ? `All ${all.toLocaleString('en-GB')}` : 'Details'}</Link>;
}
