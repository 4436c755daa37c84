import type { AccountRow } from '../data/rows.ts';
import type { CreditCurve } from '../replies.ts';
import { OutlookChart } from './charts/outlook-chart.tsx';
import { Card } from './parts/card.tsx';
import { Answer, Nothing } from './parts/states.tsx';
import { Switch } from './parts/switch.tsx';
import { usePlace } from './place.tsx';
import { useAnswer } from './state/load.ts';
import { counted, dayAndTime, shortDollars, subjectName } from './words.ts';

const ranges = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' } as const;

/** Shows an account's credit over time, its estimated end, and the resources lost at that end. */
export function Credit({ account }: { readonly account: AccountRow }) {
  const { subject, isOut, emptyAt, atZero } = account;
  const place = usePlace();
  const range = place.query.get('credit') ?? '7d';
  const loaded = useAnswer<CreditCurve>(`/api/credit?${new URLSearchParams({ name: subject, range })}`);
  return (
    <>
      {isOut && loaded.answer !== null && loaded.answer.lost === null && (
        <p class="notice warning">
          No credit was seen in this period. If it ended earlier, a longer period shows what was lost.
        </p>
      )}
      {loaded.answer?.lost != null && <Lost lost={loaded.answer.lost} zone={loaded.answer.zone} />}
      <Card
        name="credit"
        title="Credit and runway"
        aside={<Switch label="Period of the credit chart" name="credit" options={ranges} value={range} />}
      >
        {(isOut || emptyAt !== null) && <p class="lead">At zero the platform {atZero}.</p>}
        <Answer loaded={loaded} lines={8}>
          {(curve) => <CreditChart curve={curve} />}
        </Answer>
      </Card>
    </>
  );
}

type LostProps = { readonly lost: NonNullable<CreditCurve['lost']>; readonly zone: string };

function Lost({ lost, zone }: LostProps) {
  const { lastCreditAt, endedBy, total, rate, resources } = lost;
  return (
    <Card
      name="lost"
      title="Lost when the credit ended"
      aside={
        <p>
          {counted(total, 'resource')}, {rate.text}
        </p>
      }
    >
      <p class="notice critical">
        The credit ended between {dayAndTime(lastCreditAt, zone)}, the last poll that showed any, and{' '}
        {dayAndTime(endedBy, zone)}. {total === 0 ? 'No resource disappeared in the 6 hours after.' : null}
      </p>
      {total > 0 && (
        <ul class="rows">
          {resources.map(({ subject, price, goneBy }) => (
            <li key={subject}>
              <div class="row-head">
                <strong>{subjectName(subject)}</strong>
                <span>{price?.text ?? 'no price'}</span>
                <span class="when">gone by {dayAndTime(goneBy, zone)}</span>
              </div>
            </li>
          ))}
          {resources.length < total && <li>and {total - resources.length} more</li>}
        </ul>
      )}
    </Card>
  );
}

/** Draws the reported credit, and its estimate at the current rate. */
export function CreditChart({ curve }: { readonly curve: CreditCurve }) {
  const { points, outlook, gaps, zone, from, until } = curve;
  const last = points.at(-1);
  const end = outlook.at(-1);
  if (last === undefined) return <Nothing>The platform reported no credit in this period.</Nothing>;
  const now = `${last.credit.text} reported at ${dayAndTime(last.at, zone)}`;
  const then =
    end === undefined
      ? ''
      : `; at the present rate ${end.credit < 0.01 ? 'gone' : `about ${shortDollars(end.credit)} USD`} at ${dayAndTime(end.at, zone)}`;
  return (
    <OutlookChart
      outlook={{
        ...{ from, until, zone, gaps },
        points: points.map(({ at, credit }) => ({ at, value: credit.value })),
        outlook: outlook.map(({ at, credit }) => ({ at, value: credit })),
      }}
      title="Credit"
      says={`${now}${then}`}
      gapWords="not polled"
    />
  );
}
