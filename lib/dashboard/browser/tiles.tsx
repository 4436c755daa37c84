import type { ComponentChildren } from 'preact';
import type { Overview } from '../data/overview.ts';
import type { AccountRow, SpareRow } from '../data/rows.ts';
import type { RowSeverity } from '../reply-rows.ts';
import { BudgetBar } from './charts/budget-bar.tsx';
import { Mark, Shape } from './parts/marks.tsx';
import { Link, subjectAddress } from './place.tsx';
import { counted, dayAndTime, fromNow, subjectName } from './words.ts';

/** The main figures: burn rate, its unused part, runway, month to date and active alerts. */
export function Tiles({ overview }: { readonly overview: Overview }) {
  const [first, ...others] = overview.accounts;
  return (
    <div class="tiles wide-12">
      <Burn overview={overview} />
      <SpareTile spare={overview.spare} />
      {first === undefined ? (
        <Tile name="runway" title="Runway" figure="unknown">
          <p>No billing account found.</p>
        </Tile>
      ) : (
        <RunwayTile account={first} zone={overview.zone}>
          {first.isOut && (
            <p>
              <Link to={subjectAddress(first.subject)}>What was lost</Link>
            </p>
          )}
          {others.slice(0, 2).map((account) => (
            <p key={account.subject}>
              <Link to={subjectAddress(account.subject)}>{subjectName(account.subject)}</Link>:{' '}
              {account.runway}
            </p>
          ))}
        </RunwayTile>
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
  readonly children?: ComponentChildren;
};

export function Tile({ name, title, figure, tone = null, children }: TileProps) {
  return (
    <section class="card tile" aria-labelledby={`${name}-heading`}>
      <h2 id={`${name}-heading`}>{title}</h2>
      <Big text={figure} tone={tone ?? ''} />
      {children}
    </section>
  );
}

/** Shows an amount such as "12.50" large, its unit such as "USD/h" small, and a note in brackets below; other text unchanged. */
function Big({ text, tone = '' }: { readonly text: string; readonly tone?: string }) {
  const [, amount = text, unit = '', note = ''] =
    /^([\d.,-]+) (USD[^(]*?|alerts?)(?: \((.+)\))?$/.exec(text) ?? [];
  return (
    <>
      <p class={`big ${tone}`}>
        {amount}
        {unit !== '' && <small>{unit}</small>}
      </p>
      {note !== '' && <p>{note}</p>}
    </>
  );
}

function Burn({ overview }: { readonly overview: Overview }) {
  const { burn, fullBurn, committed, counts, withoutFigures } = overview;
  return (
    <Tile name="burn" title="Burn rate" figure={burn.text}>
      <p>
        {overview.machines ?? 'No VMs'} in {counted(counts.projects, 'project')}
        {overview.machines !== null && `, ${counts.running.toLocaleString('en-GB')} running`}
      </p>
      {fullBurn !== null && <p>{fullBurn.text} with resources that show no price</p>}
      {committed.value > 0 && <p>of which {committed.text} committed</p>}
      {withoutFigures > 0 && (
        <p class="tone-due">{counted(withoutFigures, 'project')} without figures yet, not included</p>
      )}
    </Tile>
  );
}

/** Shows the cost of unused resources, and the part that deletion would end. */
export function SpareTile({ spare, project }: { readonly spare: SpareRow; readonly project?: string }) {
  const { idle, waste, rate, ends, committed, protected: kept, stopsEndNothing, unpriced } = spare;
  const all = idle.count + waste.count;
  const query = new URLSearchParams({ state: 'idle', ...(project !== undefined && { project }) });
  return (
    <Tile name="spare" title="Idle and waste" figure={rate.text} tone={rate.value > 0 ? 'warning' : null}>
      {idle.count > 0 && (
        <p>
          <Link to={`/inventory?${query}`}>{idle.what} idle</Link>: {idle.rate.text}
        </p>
      )}
      {waste.count > 0 && (
        <p>
          {waste.what} billed without use: {waste.rate.text}
        </p>
      )}
      {unpriced > 0 && <p>{unpriced} without a price, not included</p>}
      {committed.value > 0 && <p>{committed.text} is committed and paid for in any case</p>}
      {kept.value > 0 && <p>{kept.text} is protected</p>}
      {ends.value > 0 && (
        <p>
          Deleting {committed.value + kept.value > 0 ? 'the rest' : all === 1 ? 'it' : 'them'} ends{' '}
          {ends.text}
          {stopsEndNothing ? '; stopping does not' : ''}.
        </p>
      )}
      {all === 0 && <p>No known idle or wasted resources.</p>}
    </Tile>
  );
}

type RunwayProps = {
  readonly account: AccountRow;
  readonly zone: string;
  readonly children?: ComponentChildren;
};

/** Shows the runway of an account's credit, and the resources deleted at its end. */
export function RunwayTile({ account, zone, children }: RunwayProps) {
  return (
    <Tile name="runway" title="Runway" figure={account.runway} tone={account.severity}>
      {account.faults.map((fault) => (
        <p key={fault} class="tone-due">
          {fault}
        </p>
      ))}
      <p>{creditIn(account, zone)}</p>
      {children}
    </Tile>
  );
}

function creditIn(account: AccountRow, zone: string) {
  const name = <Link to={subjectAddress(account.subject)}>{subjectName(account.subject)}</Link>;
  if (account.credit === null)
    return (
      <>
        {name}: {account.note}
      </>
    );
  return (
    <>
      {name}:{' '}
      {account.reported === null
        ? `${account.credit.text} credit`
        : `${account.reported.credit.text} credit reported at ${dayAndTime(account.reported.at, zone)}, about ${account.credit.text} now`}
      {account.isOut
        ? `; at zero the platform ${account.atZero}`
        : account.emptyAt !== null &&
          `, gone ${dayAndTime(account.emptyAt, zone)}; the platform then ${account.atZero}`}
    </>
  );
}

function Month({ overview }: { readonly overview: Overview }) {
  const { spent, limit, forecast, covers } = overview.month;
  const label = `${spent?.text ?? 'unknown'} spent${limit === null ? '' : ` of ${limit.text}`}${
    forecast === null
      ? ''
      : `; forecast ${forecast.likely.text} (80 % interval: ${forecast.low.text} to ${forecast.high.text})`
  }`;
  const isOver = limit !== null && spent !== null && spent.value >= limit.value;
  const isForecastOver = limit !== null && forecast !== null && forecast.likely.value >= limit.value;
  return (
    <Tile name="month" title="Month to date" figure={spent?.text ?? 'unknown'}>
      <BudgetBar
        spent={spent}
        limit={limit}
        forecast={forecast}
        severity={isOver ? 'critical' : isForecastOver ? 'warning' : null}
        label={label}
      />
      {limit !== null && <p>of {limit.text} in all budgets</p>}
      {forecast !== null && (
        <p class={isForecastOver ? 'tone-due' : ''}>
          forecast {forecast.likely.text} (80 % interval: {forecast.low.text} to {forecast.high.text})
        </p>
      )}
      {covers !== null && <p>{covers}</p>}
      {overview.withoutFigures > 0 && (
        <p class="tone-due">without {counted(overview.withoutFigures, 'project')}</p>
      )}
    </Tile>
  );
}

function Attention({ overview }: { readonly overview: Overview }) {
  const { counts, condition, asOf } = overview;
  const { critical, warning, info } = counts.alerts;
  const total = critical + warning + info;
  return (
    <Tile
      name="attention"
      title="Active alerts"
      figure={counted(total, 'alert')}
      tone={critical > 0 ? 'critical' : warning > 0 ? 'warning' : null}
    >
      <div class="marks">
        {critical > 0 && (
          <Mark tone="critical">
            <Shape of="critical" /> {critical} critical
          </Mark>
        )}
        {warning > 0 && (
          <Mark tone="warning">
            <Shape of="warning" /> {warning} warning
          </Mark>
        )}
        {info > 0 && (
          <Mark tone="info">
            <Shape of="info" /> {info} info
          </Mark>
        )}
        {total === 0 && (
          <Mark tone="good">
            <Shape of="good" /> none
          </Mark>
        )}
      </div>
      {counts.unwatched > 0 && (
        <p>
          <Link to="/unwatched">{counted(counts.unwatched, 'blind spot')}</Link>
        </p>
      )}
      {condition.seenAt !== null && (
        <p class={condition.isBlind ? 'tone-due' : ''}>
          last successful poll {fromNow(condition.seenAt, asOf)}
        </p>
      )}
    </Tile>
  );
}
