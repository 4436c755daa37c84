import type { BudgetRow } from '../data/rows.ts';
import type { BudgetCurve } from '../replies.ts';
import { OutlookChart } from './charts/outlook-chart.tsx';
import { Card } from './parts/card.tsx';
import { Answer, Nothing } from './parts/states.tsx';
import { Switch } from './parts/switch.tsx';
import { usePlace } from './place.tsx';
import { useAnswer } from './state/load.ts';
import { dayInWords } from './words.ts';

type HistoryProps = { readonly subject: string; readonly budgets: readonly BudgetRow[] };

/** Shows the spend of a budget since its period began, its limit, and its forecast. */
export function BudgetHistory({ subject, budgets }: HistoryProps) {
  const place = usePlace();
  const rules = budgets.map(({ rule }) => rule);
  const rule = rules.find((one) => one === place.query.get('budget')) ?? rules[0] ?? '';
  const loaded = useAnswer<BudgetCurve>(`/api/budget?${new URLSearchParams({ name: subject, rule })}`);
  return (
    <Card
      name="budget-history"
      title={`Budget over time: ${rule}`}
      aside={
        rules.length > 1 && (
          <Switch
            label="Budget"
            name="budget"
            options={Object.fromEntries(rules.map((one) => [one, one]))}
            value={rule}
          />
        )
      }
    >
      <Answer loaded={loaded} lines={8}>
        {(curve) => <BudgetCurveChart curve={curve} />}
      </Answer>
    </Card>
  );
}

function BudgetCurveChart({ curve }: { readonly curve: BudgetCurve }) {
  const { points, spent, knownUntil, forecast, limit, from, until, zone, gaps } = curve;
  if (spent === null || knownUntil === null) return <Nothing>Spend against it is unknown.</Nothing>;
  const expected =
    forecast === null
      ? ''
      : `; forecast ${forecast.likely.text} by ${dayInWords(until - 1, zone)} (80 % interval: ${forecast.low.text} to ${forecast.high.text})`;
  return (
    <OutlookChart
      outlook={{
        ...{ from, until, zone, gaps },
        points: points.map(({ at, spent: value }) => ({ at, value })),
        outlook:
          forecast === null
            ? []
            : [
                { at: knownUntil, value: spent.value },
                { at: until, value: forecast.likely.value },
              ],
        band: forecast && { low: forecast.low.value, high: forecast.high.value },
        limit: limit.value,
      }}
      title="Budget"
      says={`${spent.text} spent of ${limit.text}${expected}`}
      gapWords="unknown or incomplete"
    />
  );
}
