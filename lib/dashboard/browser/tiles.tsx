import type { Overview } from '../replies.ts';
import type { AccountRow } from '../reply-rows.ts';
import { BudgetBar } from './charts/budget-bar.tsx';
import { Mark, Shape } from './marks.tsx';
import { Link, subjectAddress } from './place.tsx';
import { counted, dayAndTime, fromNow, subjectName } from './words.ts';

/** The four main figures: burn rate, runway, month to date and active alerts. */
export function Tiles({ overview }: { readonly overview: Overview }) {
  return (
    <>
      <Burn overview={overview} />
      <Runway overview={overview} />
      <Month overview={overview} />
      <Attention overview={overview} />
    </>
  );
}

/** Shows an amount such as "12.50" large, and its unit such as "USD/h" small. */
function Big({ text, tone = '' }: { readonly text: string; readonly tone?: string }) {
  const [, amount = text, unit = ''] = /^([\d.,-]+)\s*(.*)$/.exec(text) ?? [];
  return (
    <p class={`big ${tone}`}>
      {amount}
      {unit !== '' && <small>{unit}</small>}
    </p>
  );
}

function Burn({ overview }: { readonly overview: Overview }) {
  const { burn, committed, counts } = overview;
  return (
    <section class="card tile wide-3" aria-labelledby="burn-heading">
      <h2 id="burn-heading">Burn rate</h2>
      <Big text={burn.text} />
      <p>
        {counts.running.toLocaleString('en-GB')} of {counted(counts.machines, 'machine')} running in{' '}
        {counted(counts.projects, 'project')}
      </p>
      {committed.value > 0 && <p>of which {committed.text} committed</p>}
      {counts.idle > 0 && (
        <p>
          <Link to="/inventory?state=idle">{counted(counts.idle, 'idle machine')}</Link>
        </p>
      )}
    </section>
  );
}

function Runway({ overview }: { readonly overview: Overview }) {
  const [first, ...others] = overview.accounts;
  return (
    <section class="card tile wide-3" aria-labelledby="runway-heading">
      <h2 id="runway-heading">Runway</h2>
      {first === undefined ? (
        <>
          <p class="big">unknown</p>
          <p>No billing account found.</p>
        </>
      ) : (
        <>
          <p class={`big ${first.severity ?? ''}`}>{first.runway}</p>
          <p>{creditIn(first, overview)}</p>
          {others.slice(0, 2).map((account) => (
            <p key={account.subject}>
              <Link to={subjectAddress(account.subject)}>{subjectName(account.subject)}</Link>:{' '}
              {account.runway}
            </p>
          ))}
        </>
      )}
    </section>
  );
}

function creditIn(account: AccountRow, { zone }: Overview) {
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
        ? `; at zero the platform deletes ${account.atRisk}`
        : account.emptyAt !== null &&
          `, gone ${dayAndTime(account.emptyAt, zone)}; the platform then deletes ${account.atRisk}`}
    </>
  );
}

function Month({ overview }: { readonly overview: Overview }) {
  const { spent, limit, forecast } = overview.month;
  const label = `${spent?.text ?? 'unknown'} spent${limit === null ? '' : ` of ${limit.text}`}${
    forecast === null
      ? ''
      : `; forecast ${forecast.likely.text} (80 % interval: ${forecast.low.text} to ${forecast.high.text})`
  }`;
  const isOver = limit !== null && spent !== null && spent.value >= limit.value;
  const isForecastOver = limit !== null && forecast !== null && forecast.likely.value >= limit.value;
  return (
    <section class="card tile wide-3" aria-labelledby="month-heading">
      <h2 id="month-heading">Month to date</h2>
      <Big text={spent?.text ?? 'unknown'} />
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
          forecast {forecast.likely.text} ({forecast.low.text} to {forecast.high.text})
        </p>
      )}
    </section>
  );
}

function Attention({ overview }: { readonly overview: Overview }) {
  const { counts, condition, asOf } = overview;
  const { critical, warning, info } = counts.alerts;
  const total = critical + warning + info;
  return (
    <section class="card tile wide-3" aria-labelledby="attention-heading">
      <h2 id="attention-heading">Active alerts</h2>
      <p class={`big ${critical > 0 ? 'critical' : warning > 0 ? 'warning' : ''}`}>
        {total.toLocaleString('en-GB')}
        <small>{total === 1 ? 'alert' : 'alerts'}</small>
      </p>
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
    </section>
  );
}
