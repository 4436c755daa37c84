import type { ResourceRow } from '../data/rows.ts';
import type { SubjectPage } from '../replies.ts';
import type { TargetDetails, WhoRows } from '../reply-rows.ts';
import { BudgetHistory } from './budget-history.tsx';
import { BudgetList } from './budgets.tsx';
import { SpendChart } from './charts/spend-chart.tsx';
import { Credit } from './credit.tsx';
import { Card } from './parts/card.tsx';
import { Nothing } from './parts/states.tsx';
import { Table } from './parts/table.tsx';
import { Link, subjectAddress } from './place.tsx';
import { Projects } from './projects.tsx';
import { RunwayTile, SpareTile, Tile } from './tiles.tsx';
import { counted } from './words.ts';

type TargetProps = { readonly page: SubjectPage; readonly target: TargetDetails };

/** The main figures of a project, an account or a group. */
export function TargetTiles({ page, target }: TargetProps) {
  const { project, account, burn, inProjects, month, monthCovers, spare, savings } = target;
  return (
    <div class="tiles wide-12">
      {account !== null && <RunwayTile account={account} zone={page.zone} />}
      <Tile name="burn" title="Burn rate" figure={burn?.text ?? 'unknown'}>
        {target.resources ?? 'No resources'}
        {project === null && ` in ${counted(target.projectCount, 'project')}`}
        {inProjects !== null && `; ${inProjects.text} of it in its projects, the rest shows no price`}
      </Tile>
      <Tile name="month" title="Month to date" figure={month?.text ?? 'unknown'}>
        {monthCovers}
      </Tile>
      <SpareTile spare={spare} {...(project !== null && { project })} />
      {savings !== null && <Savings savings={savings} />}
    </div>
  );
}

/** The spend of a project, an account or a group over time, by whom, and for which resources. */
export function Target({ page, target }: TargetProps) {
  const { project, account } = target;
  const own = target.budgets.filter(({ subject }) => subject === page.subject);
  return (
    <>
      <div class="wide-8 stack">
        {account !== null && <Credit account={account} />}
        <SpendChart subject={page.subject} isProject={project !== null} />
        {own.length > 0 && <BudgetHistory subject={page.subject} budgets={own} />}
        {project !== null && (
          <Machines machines={target.machines} all={target.resourceCount} project={project} />
        )}
      </div>
      <div class="wide-4 stack">
        <Card name="budgets" title="Budgets">
          <BudgetList budgets={target.budgets} />
        </Card>
        {target.who.map((who) => (
          <Who key={who.title} who={who} />
        ))}
        {target.who.length === 0 && (
          <section class="card" aria-labelledby="who-heading">
            <h2 id="who-heading">Creators and teams</h2>
            <Nothing>
              Unknown: no creator is reported, and no metadata is set that the policy attributes spend by.
            </Nothing>
          </section>
        )}
      </div>
      {project === null && <Projects projects={target.projects} all={target.projectCount} class="wide-12" />}
    </>
  );
}

function Savings({ savings }: { readonly savings: NonNullable<TargetDetails['savings']> }) {
  const { avoided, avoidedSince, notSaved, watched } = savings;
  return (
    <Tile name="savings" title="Avoided this month" figure={avoidedSince.text}>
      {avoided.value > 0 ? `${avoided.text} no longer charged` : 'No action reduced charges'}
      {notSaved.value > 0 && `; ${notSaved.text} still billed for stopped resources`}
      {watched !== null && `; ${watched} monitored`}
    </Tile>
  );
}

function Who({ who: { title, rows, others, before } }: { readonly who: WhoRows }) {
  return (
    <section class="card" aria-label={`Spend this month by ${title}`}>
      <header>
        <h2>By {title}</h2>
        <p>accrued this month</p>
      </header>
      <ul class="shares">
        {rows.map(({ name, spent }) => (
          <li key={name}>
            <span class={name === null ? 'quiet' : 'name'}>{name ?? `no ${title} known`}</span>
            <span class="number">{spent.text}</span>
          </li>
        ))}
        {before !== null && (
          <li>
            <span class="quiet">before monitoring</span>
            <span class="number">{before.text}</span>
          </li>
        )}
      </ul>
      {others > 0 && <p class="quiet">and {counted(others, 'other')}</p>}
    </section>
  );
}

type MachinesProps = {
  readonly machines: readonly ResourceRow[];
  readonly all: number;
  readonly project: string;
};

function Machines({ machines, all, project }: MachinesProps) {
  const address = `/inventory?${new URLSearchParams({ project, kind: 'any' })}`;
  const more = machines.length < all ? `All ${all}, with their use` : 'With their use';
  return (
    <Card name="machines" title="Resources" aside={<Link to={address}>{more}</Link>}>
      {machines.length === 0 ? (
        <Nothing>No resources.</Nothing>
      ) : (
        <Table label="Table of resources" head={['Resource', 'State', { figure: 'USD/h' }, 'Finding']}>
          {machines.map((row) => (
            <tr key={row.subject}>
              <th scope="row" class="name-of">
                <Link to={subjectAddress(row.subject)}>{row.name ?? row.id}</Link>
                {row.name !== null && <small class="id"> {row.id}</small>}
                <small>
                  {row.word} {row.size}
                </small>
              </th>
              <td>{row.state}</td>
              <td class="number">{row.price}</td>
              <td class={`tone-${row.remark.tone}`}>{row.remark.text}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}
