import type { BudgetRow } from '../data/rows.ts';
import { BudgetBar } from './charts/budget-bar.tsx';
import { Sample } from './charts/use-row.tsx';
import { Nothing } from './parts/states.tsx';
import { Link, subjectAddress } from './place.tsx';
import { subjectName } from './words.ts';

export function BudgetList({ budgets }: { readonly budgets: readonly BudgetRow[] }) {
  if (budgets.length === 0)
    return <Nothing>No budgets. Add one to the policy, such as "budget: 500 USD a month".</Nothing>;
  return (
    <>
      <ul class="budgets">
        {budgets.map((budget) => (
          <Budget key={`${budget.rule} ${budget.subject}`} budget={budget} />
        ))}
      </ul>
      <p class="scale">
        <Sample means="spent">
          <rect class="bar-spent" width="14" height="12" />
        </Sample>
        <Sample means="80 % interval of the forecast">
          <rect class="bar-ground" width="14" height="12" />
          <rect class="bar-band" width="14" height="12" />
        </Sample>
        <Sample means="limit">
          <rect class="bar-limit" x="5" width="3" height="12" />
        </Sample>
      </p>
    </>
  );
}

function Budget({ budget }: { readonly budget: BudgetRow }) {
  const { subject, spent, limit, percent, forecast, thresholds, severity, because, period } = budget;
  const name = subjectName(subject);
  return (
    <li title={`${budget.rule}: ${because}`}>
      <div class="line">
        <strong>
          <Link to={subjectAddress(subject)}>{name}</Link>
        </strong>
        <span>{percent} %</span>
      </div>
      <BudgetBar
        spent={spent}
        limit={limit}
        forecast={forecast}
        marks={thresholds}
        severity={severity}
        label={`${budget.rule}, ${name}: ${because}`}
      />
      <div class="line quiet">
        <span>
          {budget.rule}: {spent?.text ?? 'unknown'} of {limit.text}, {period}
        </span>
        {forecast !== null && (
          <span class={budget.isForecastOver ? 'tone-due' : ''}>
            forecast {forecast.likely.text} ({forecast.low.text} to {forecast.high.text})
          </span>
        )}
      </div>
    </li>
  );
}
