import type { CreditCurve } from '../replies.ts';
import { CreditChart } from './charts/credit-chart.tsx';
import { useAnswer } from './load.ts';
import { go, usePlace, withQuery } from './place.tsx';
import { Answer } from './states.tsx';
import { Switch } from './switch.tsx';
import { counted, dayAndTime, subjectName } from './words.ts';

const ranges = { '24h': '24 hours', '7d': '7 days', '30d': '30 days' } as const;

/** Shows an account's credit over time, its estimated end, and the resources lost at that end. */
export function Credit({ subject, isOut }: { readonly subject: string; readonly isOut: boolean }) {
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
      <section class="card" aria-labelledby="credit-heading">
        <header>
          <h2 id="credit-heading">Credit and runway</h2>
          <Switch
            label="Time of the credit"
            name="credit"
            options={ranges}
            value={range}
            onChoose={(credit) => go(withQuery(place, { credit }), 'replace')}
          />
        </header>
        <Answer loaded={loaded} lines={8}>
          {(curve) => <CreditChart curve={curve} />}
        </Answer>
      </section>
    </>
  );
}

type LostProps = { readonly lost: NonNullable<CreditCurve['lost']>; readonly zone: string };

function Lost({ lost, zone }: LostProps) {
  const { lastCreditAt, endedBy, total, rate, resources } = lost;
  return (
    <section class="card" aria-labelledby="lost-heading">
      <header>
        <h2 id="lost-heading">Lost when the credit ended</h2>
        <p>
          {counted(total, 'resource')}, {rate.text}
        </p>
      </header>
      <p class="notice critical">
        The credit ended between {dayAndTime(lastCreditAt, zone)}, the last poll that showed any, and{' '}
        {dayAndTime(endedBy, zone)}. {total === 0 ? 'No poll missed a resource in the 6 hours after.' : null}
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
    </section>
  );
}
