import type { ComponentChildren } from 'preact';
import type { Overview } from '../data/overview.ts';
import type { AccountRow, SpareRow } from '../data/rows.ts';
import type { RowSeverity } from '../reply-rows.ts';
import { BudgetBar } from './charts/budget-bar.tsx';
import { Link, subjectAddress } from './place.tsx';
import { counted, dayAndTime, subjectName } from './words.ts';

/** The main figures: burn rate, its unused part, runway, month to date and active alerts. */
export function Tiles({ overview }: { readonly overview: Overview }) {
  const [first] = overview.accounts;
  return (
    <div class="tiles wide-12">
      <Burn overview={overview} />
      <SpareTile spare={overview.spare} />
      {first === undefined ? (
        <Tile name="runway" title="Runway" figure="unknown">
          No billing account found
        </Tile>
      ) : (
        <RunwayTile
          account={first}
          zone={overview.zone}
          more={
            <Link to={subjectAddress(first.subject)}>
              {first.isOut ? 'What was lost' : 'Credit and what ends with it'}
            </Link>
          }
        />
      )}
      <Month overview={overview} />
      <Attention overview={overview} />
    </div>
  );
}

type TileProps = {
  readonly name: string;
  readonly title: string;
  readonly figure: string;
  readonly tone?: RowSeverity | null;
  /** True if its line is a warning. */
  readonly isDue?: boolean;
  /** A drawing between the figure and its line. */
  readonly drawing?: ComponentChildren;
  /** A link to the page that shows more. */
  readonly more?: ComponentChildren;
  /** One line about the figure. */
  readonly children?: ComponentChildren;
};

/** One figure, one line about it, and one link. */
export function Tile(props: TileProps) {
  const { name, title, figure, tone = null, isDue = false, drawing, more, children } = props;
  return (
    <section class="card tile" aria-labelledby={`${name}-heading`}>
      <h2 id={`${name}-heading`}>{title}</h2>
      <Big text={figure} tone={tone ?? ''} />
      {drawing}
      <p class={isDue ? 'tone-due' : ''}>{children}</p>
      {more !== undefined && <p class="more">{more}</p>}
    </section>
  );
}

/** Shows an amount such as "12.50" large and its unit such as "USD/h" small; an estimate is marked with "~". */
function Big({ text, tone }: { readonly text: string; readonly tone: string }) {
  const [, amount = text, unit = '', note = ''] =
    /^([\d.,-]+) (USD[^(]*?|alerts?)(?: \((.+)\))?$/.exec(text) ?? [];
  return (
    <p class={`big ${tone}`} {...(note !== '' && { title: note })}>
      {note !== '' && '~'}
      {amount}
      {unit !== '' && <small>{unit}</small>}
    </p>
  );
}

function Burn({ overview }: { readonly overview: Overview }) {
  const { burn, fullBurn, committed, counts, withoutFigures } = overview;
  return (
    <Tile
      name="burn"
      title="Burn rate"
      figure={burn.text}
      isDue={withoutFigures > 0}
      more={<Link to="/inventory?sort=price">Most expensive first</Link>}
    >
      {withoutFigures > 0
        ? `without ${counted(withoutFigures, 'project')} that ${withoutFigures === 1 ? 'has' : 'have'} no figures yet`
        : `${counts.running.toLocaleString('en-GB')} running in ${counted(counts.projects, 'project')}`}
      {committed.value > 0 && `; ${committed.text} of it committed`}
      {fullBurn !== null && `; ${fullBurn.text} with what shows no price`}
    </Tile>
  );
}

/** Shows the cost of unused resources. */
export function SpareTile({ spare, project }: { readonly spare: SpareRow; readonly project?: string }) {
  const { idle, waste, rate, unpriced } = spare;
  const parts = [
    ...(idle.count > 0 ? [`${idle.what} idle`] : []),
    ...(waste.count > 0 ? [`${waste.what} billed without use`] : []),
    ...(unpriced > 0 ? [`${unpriced} without a price`] : []),
  ];
  const query = new URLSearchParams({
    state: 'unused',
    kind: 'any',
    ...(project !== undefined && { project }),
  });
  return (
    <Tile
      name="spare"
      title="Idle and waste"
      figure={rate.text}
      tone={rate.value > 0 ? 'warning' : null}
      more={parts.length > 0 && <Link to={`/inventory?${query}`}>Show them</Link>}
    >
      {parts.length > 0 ? parts.join(', ') : 'Nothing is known to be idle or wasted'}
    </Tile>
  );
}

type RunwayProps = {
  readonly account: AccountRow;
  readonly zone: string;
  readonly more?: ComponentChildren;
};

/** Shows the runway of an account's credit. */
export function RunwayTile({ account, zone, more }: RunwayProps) {
  const { subject, runway, severity, faults } = account;
  return (
    <Tile
      name="runway"
      title={`Runway of ${subjectName(subject)}`}
      figure={runway}
      tone={severity}
      isDue={faults.length > 0}
      more={more}
    >
      {faults.length > 0 ? faults.join('; ') : creditIn(account, zone)}
    </Tile>
  );
}

function creditIn({ credit, reported, isOut, emptyAt, note }: AccountRow, zone: string): string {
  if (credit === null) return note;
  const left = `${reported === null ? '' : 'about '}${credit.text} left`;
  return isOut || emptyAt === null ? left : `${left}, gone ${dayAndTime(emptyAt, zone)}`;
}

function Month({ overview }: { readonly overview: Overview }) {
  const { month, withoutFigures } = overview;
  const { spent, limit, forecast, covers, isWhole } = month;
  const label = `${spent?.text ?? 'unknown'} spent${limit === null ? '' : ` of ${limit.text}`}${
    forecast === null
      ? ''
      : `; forecast ${forecast.likely.text} (80 % interval: ${forecast.low.text} to ${forecast.high.text})`
  }`;
  const isOver = limit !== null && spent !== null && spent.value >= limit.value;
  const isForecastOver = limit !== null && forecast !== null && forecast.likely.value >= limit.value;
  const parts = [
    ...(withoutFigures > 0 ? [`without ${counted(withoutFigures, 'project')}`] : []),
    ...(covers !== null && !isWhole ? [covers] : []),
    ...(limit === null ? [] : [`of ${limit.text} in all budgets`]),
    ...(forecast === null ? [] : [`forecast ${forecast.likely.text}`]),
  ];
  return (
    <Tile
      name="month"
      title="Month to date"
      figure={spent?.text ?? 'unknown'}
      isDue={isForecastOver || withoutFigures > 0 || !isWhole}
      drawing={
        <BudgetBar
          spent={spent}
          limit={limit}
          forecast={forecast}
          severity={isOver ? 'critical' : isForecastOver ? 'warning' : null}
          label={label}
        />
      }
      more={<a href="#budgets-heading">Budgets</a>}
    >
      {parts.join('; ')}
    </Tile>
  );
}

function Attention({ overview }: { readonly overview: Overview }) {
  const { alerts } = overview.counts;
  const urgent = overview.condition.notices.filter(({ severity }) => severity === 'critical').length;
  const counts = (['critical', 'warning', 'info'] as const).filter((severity) => alerts[severity] > 0);
  const total = alerts.critical + alerts.warning + alerts.info;
  const isCritical = alerts.critical > 0 || urgent > 0;
  const without = urgent > 0 ? `${counted(urgent, 'critical notice')} above, of no rule` : 'All is quiet';
  return (
    <Tile
      name="attention"
      title="Active alerts"
      figure={counted(total, 'alert')}
      tone={isCritical ? 'critical' : alerts.warning > 0 ? 'warning' : null}
      more={<Link to="/alerts">Alerts and actions</Link>}
    >
      {total === 0 ? without : counts.map((severity) => `${alerts[severity]} ${severity}`).join(', ')}
    </Tile>
  );
}
